"""``speelkist menu``: choose a game, the language, who sits where, and play."""

from __future__ import annotations

from textwrap import wrap

from speelkist.bots import STRENGTHS
from speelkist.core import LANGUAGES, Game, OptionValue, Phrase, SpeelkistError, game_class, games, load

from .commands.play import play_new, play_saved
from .commands.rules import show_rules
from .errors import Leave
from .game_options import read_options
from .seats import ME, clean_name, is_person, sides
from .terminal import Screen

# What a seat can be given with one letter; anything longer is a person's name.
LETTERS = {"s": "simple", "r": "random", "m": ME, "i": ME, "": ME}
LETTERS |= {str(number): strength for number, strength in enumerate(STRENGTHS, 1)}


def menu(screen: Screen) -> None:
    """Offer the games until the person leaves."""
    try:
        while True:
            _offer(screen)
            _answer(screen, screen.ask(screen.word("menu.prompt")))
            screen.print()
    except (Leave, KeyboardInterrupt):
        screen.print()
        screen.say("left")


def _offer(screen: Screen) -> None:
    screen.print(screen.paint("Speelkist", "bold"))
    screen.say("menu.title", "dim")
    screen.print()
    infos = [game_class(name).info for name in games()]
    widest = max(len(info.name[screen.lang]) for info in infos)
    for number, info in enumerate(infos, 1):
        name = screen.paint(info.name[screen.lang].ljust(widest), "bold")
        about = wrap(Phrase(f"{info.id}.about").say(screen.lang), max(screen.width - widest - 7, 20))
        screen.print(f"  {number}  {name}  " + ("\n" + " " * (widest + 7)).join(about))
    screen.print()
    screen.wrapped(Phrase("cli.menu.other"))


def _answer(screen: Screen, line: str) -> None:
    word, _, rest = line.partition(" ")
    word, rest = word.lower(), rest.strip()
    try:
        if word in ("q", "quit", "exit", "stop"):
            raise Leave
        if word in LANGUAGES:
            screen.lang = word
        elif word in ("rules", "regels", "r") and _game(rest):
            show_rules(screen, _game(rest))
        elif word in ("open", "o") and rest:
            play_saved(screen, rest, (), None)
        elif _game(word):
            _set_up(screen, _game(word))
        else:
            screen.say("menu.unknown")
    except SpeelkistError as error:
        screen.tell(error)


def _game(text: str) -> str:
    """The game that is meant by its number or its id; nothing if none is."""
    ids = games()
    if text.isdecimal() and text.isascii() and len(text) < 4 and 1 <= int(text) <= len(ids):
        return ids[int(text) - 1]
    return text if text in ids else ""


def _set_up(screen: Screen, id: str) -> None:
    options = _options(screen, id)
    game = load(id, **options)
    play_new(screen, id, [f"{side}={name}" for side, name in _seats(screen, game).items()], options)


def _options(screen: Screen, id: str) -> dict[str, OptionValue]:
    """What the person wants different from the usual game."""
    info = game_class(id).info
    if not info.options:
        return {}
    screen.say("menu.options")
    for option in info.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        screen.print(f"  {option.name}={default}")
        for line in wrap(option.help(info).say(screen.lang), screen.width - 6):
            screen.print("      " + screen.paint(line, "dim"))
    given: list[str] = []
    while True:
        line = screen.ask(screen.word("menu.option"))
        if not line:
            return read_options(id, given)
        try:
            load(id, **read_options(id, [*given, line]))
        except SpeelkistError as error:
            screen.tell(error)
        else:
            given.append(line)


def _seats(screen: Screen, game: Game) -> dict[str, str]:
    """Who sits where; the first seat is offered to a person, the others to the simple bot."""
    screen.wrapped(Phrase("cli.menu.seats"))
    seats: dict[str, str] = {}
    for player, side in enumerate(sides(game)):
        usual = "simple" if any(map(is_person, seats.values())) else ME
        while side not in seats:
            name = game.side_name(player)
            answer = screen.ask(screen.word("menu.seat", side=name, usual=Phrase(f"cli.usual.{usual}")))
            try:
                seats[side] = usual if not answer else clean_name(LETTERS.get(answer.lower(), answer))
            except SpeelkistError as error:
                screen.tell(error)
    return seats
