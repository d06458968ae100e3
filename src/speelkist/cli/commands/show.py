"""The commands that only show: replay, verify, perft, rules, games."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from speelkist.cli.errors import Problem
from speelkist.cli.files import read_position, read_record
from speelkist.cli.result_text import agreed, ending
from speelkist.cli.rules_page import render
from speelkist.cli.terminal import Screen, clean
from speelkist.core import (
    CHANCE,
    BadRecord,
    Info,
    Phrase,
    Record,
    SpeelkistError,
    State,
    game_class,
    games,
    load,
    perft,
    playthrough,
    read_seed,
)
from speelkist.core.rules_text import rules_page

from .play import read_options

DEEPEST = 100


def show_replay(screen: Screen, name: str, values: bool, step: bool) -> None:
    """A recorded game, state by state."""
    record = read_record(name)
    record.last()  # a damaged game is refused before half of it is shown
    if values:
        for line in playthrough(record):
            screen.print(clean(line))
        return
    first = record.first()
    screen.print(screen.paint(first.game.info.name[screen.lang], "bold"))
    before: State | None = None
    for number, state in enumerate(record.replay()):
        if before is not None:
            if step:
                screen.ask(screen.word("replay.step"))
            screen.print(f"\n{number}. {_mover(before, screen.lang)}: {record.moves[number - 1]}")
        screen.print(state.draw(screen.colour, screen.lang))
        before = state
    if before is not None:
        show_result(screen, record, before)


def show_result(screen: Screen, record: Record, state: State) -> None:
    """How a recorded game came out, or whose turn it is."""
    screen.print()
    if state.outcome is not None:
        for line in ending(state, screen.lang):
            screen.print(line)
    elif record.result is not None:
        screen.print(agreed(state.game, record.result, screen.lang))
    else:
        screen.say("replay.open", who=_mover(state, screen.lang))


def _mover(state: State, lang: str) -> str:
    phrase = Phrase("cli.chance") if state.player == CHANCE else state.game.side_name(state.player)
    return phrase.say(lang)


def verify(screen: Screen, name: str, seed: str | None) -> int:
    """Recompute every throw of a record; the exit code says whether all are right."""
    record = read_record(name)
    text = record.tags.get("Seed") if seed is None else seed
    if text is None:
        raise Problem("cli.verify.seed", name=name)
    secret = read_seed(text)
    try:
        throws = record.verify(secret)
    except BadRecord as error:
        if _cause(error).key not in ("core.record.throw", "core.record.commitment"):
            raise  # the record itself is damaged, which says nothing of the dice
        screen.tell(error)
        screen.say("verify.wrong")
        return 1
    screen.say("verify.right", n=throws)
    if "Commitment" in record.tags:
        screen.say("verify.promised")
    else:
        screen.say("verify.unpromised")
    return 0


def _cause(error: SpeelkistError) -> Phrase:
    """What is wrong, without the line where it is."""
    why = error.phrase.values.get("why")
    return why if error.phrase.key == "core.record.at" and isinstance(why, Phrase) else error.phrase


def show_perft(screen: Screen, id: str, depth: int, position: str | None, options: Sequence[str], divide: bool) -> None:
    """How many sequences of actions there are, depth by depth."""
    if not 0 <= depth <= DEEPEST:
        raise Problem("cli.perft.depth", n=DEEPEST)
    state = load(id, **read_options(id, options)).start()
    if position is not None:
        if options:
            raise Problem("cli.play.position")
        state = state.game.from_json(read_position(position))
    if divide and depth > 0:
        total = 0
        for move in state.legal():
            count = perft(state.play(move), depth - 1)
            total += count
            screen.print(f"{move}: {count}")
        screen.print(f"{depth}: {total}")
        return
    for reached in range(1, depth + 1):
        screen.print(f"{reached}: {perft(state, reached)}")
    if depth == 0:
        screen.print("0: 1")


def show_rules(screen: Screen, id: str) -> None:
    """The rules of a game."""
    game_class(id)
    for line in render(rules_page(id, screen.lang), screen.width, screen.colour):
        screen.print(line)


def show_games(screen: Screen) -> None:
    """The games, with what can be chosen in each."""
    for number, name in enumerate(games()):
        if number:
            screen.print()
        _show_game(screen, game_class(name).info)


def _show_game(screen: Screen, info: Info) -> None:
    lang = screen.lang
    screen.print(f"{screen.paint(info.name[lang], 'bold')}  ({info.id})")
    for line in wrap(Phrase(f"{info.id}.about").say(lang), screen.width - 2):
        screen.print("  " + line)
    fewest, most = info.players
    players = str(fewest) if fewest == most else f"{fewest}-{most}"
    screen.print("  " + screen.word("games.made", designer=info.designer, published=info.published))
    screen.print("  " + screen.word("games.players", players=players))
    for option in info.options:
        default = option.default if not isinstance(option.default, bool) else str(option.default).lower()
        taken = option.range if isinstance(option.range, str) else option.range.say(lang)
        screen.print(f"    {option.name}={default}  ({taken})")
        for line in wrap(Phrase(f"{info.id}.option.{option.name}").say(lang), screen.width - 8):
            screen.print("        " + line)
