"""A game at the terminal: whose turn it is decides who is asked, until it ends or the people leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from speelkist.bots import STRENGTHS, Bot
from speelkist.bots.strengths import name_of
from speelkist.core import CHANCE, Dice, Match, Move, Phrase, Refusal, State
from speelkist.core.rules_text import rules_page
from speelkist.core.story import story_of, title
from speelkist.core.view import read_phrase
from speelkist.i18n.phrases import Person

from .bot_process import BotProcess, advise
from .errors import Leave, Problem
from .files import is_same, is_there, path_of, write_record
from .move_input import move_list
from .result_text import ending
from .rules_page import headings, render
from .seats import ME
from .terminal import NO, YES, Screen, clean

SHORT_ROW = 3  # so many throws in a row are told in sentences
SHORT_LIST = 12  # this many moves are listed without being asked for

# What can be typed besides a move, in both languages wherever one plays.
ORDERS = {
    "help": ("?", "help"),
    "moves": ("moves", "zetten"),
    "board": ("board", "bord"),
    "hint": ("hint",),
    "why": ("why", "waarom"),
    "undo": ("undo", "terug"),
    "rules": ("rules", "regels"),
    "record": ("record", "partij"),
    "save": ("save", "bewaar"),
    "save!": ("save!", "bewaar!"),
    "quit": ("quit", "exit", "stop"),
}


class TerminalGame:
    """A match with its seats and dice, played at a terminal."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        seats: list[tuple[str, Bot | None]],
        dice: Dice,
        bot_process: BotProcess,
        path: Path | None = None,
    ) -> None:
        self.screen = screen
        self.match = match
        self.seats = seats  # by player: the name, and the bot if it is one
        self.dice = dice
        self.bot_process = bot_process  # for bots that think long, and for hints
        self.path = path  # the file that holds this game
        self.saved = len(match.moves)  # how much of it that file holds
        self.board_due = True
        self.orders: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "board": self.board,
            "hint": self.hint,
            "why": self.why,
            "undo": self.undo,
            "rules": self.rules,
            "record": self.record,
            "save": self.save,
            "save!": self.save_over,
            "quit": self.quit,
        }

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.match.state

    @property
    def people(self) -> set[int]:
        """The seats where a person sits."""
        return {number for number, (_, bot) in enumerate(self.seats) if bot is None}

    def name(self, player: int) -> str:
        """A player's name on the screen."""
        side = self.state.game.side_name(player).say(self.screen.lang)
        name = self.seats[player][0]
        if name in STRENGTHS:
            name = name_of(name).say(self.screen.lang)
        return side if name == ME else f"{side} ({name})"

    def person(self, player: int) -> Person | None:
        """Whom a sentence means by a player, where one person plays one bot; otherwise sides are named."""
        if len(self.people) != 1 or len(self.seats) != 2:
            return None
        if player in self.people:
            return Person(self.screen.word("you"), you=True, stressed=self.screen.word("usual.me"))
        return Person(self.screen.word("computer"))

    def run(self) -> None:
        """Play until the game is over and the people are done with it."""
        try:
            while self.state.outcome is None or self.people:
                try:
                    self.step()
                except KeyboardInterrupt:
                    self.screen.print()
                    self.quit("")
            self.show_end()
        except Leave:
            if self.people and self.unsaved:
                self.screen.say("left.unsaved")
            else:
                self.screen.say("left")

    def step(self) -> None:
        """What comes next: a throw, a player's decision, or what people say when it is over."""
        if self.state.outcome is not None:
            self.show_end()
            self.ask_person(self.screen.word("prompt.over"))
        elif self.state.player == CHANCE:
            self.throw()
        else:
            self.turn()

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost."""
        return bool(self.match.moves) and len(self.match.moves) != self.saved

    # Turns ------------------------------------------------------------------------------------------------

    def throw(self) -> None:
        """All that chance decides now, in one line."""
        thrown: list[str] = []
        story: list[str] = []
        while self.state.player == CHANCE:
            before = self.state
            move = self.match.throw(self.dice)
            thrown.append(move.text)
            story += self.story(before, move)
        if len(thrown) > SHORT_ROW:
            self.screen.say("thrown", "dim", moves=" ".join(thrown))
        else:
            self.screen.say("played", "dim", story=" ".join(story), move=" ".join(thrown))
        self.board_due = True

    def story(self, before: State, move: Move) -> list[str]:
        """What is told of a move that has just been made."""
        sentences = story_of(before, move, self.state)
        return [read_phrase(data).say(self.screen.lang, self.person) for data in sentences]

    def turn(self) -> None:
        """A decision of the player to move."""
        player = self.state.player
        bot = self.seats[player][1]
        if bot is None:
            if self.board_due:
                self.board("")
            self.ask_person(f"{self.name(player)}> ")
        else:
            self.made(bot.choose(self.state))

    def made(self, move: Move) -> None:
        """Play a move and show it."""
        before = self.state
        self.match.play(move)
        self.screen.say("played", story=" ".join(self.story(before, move)), move=move.text)
        self.board_due = True

    def show_end(self) -> None:
        """The last position and the result."""
        if self.board_due:
            self.screen.print("\n" + self.state.draw(self.screen.colour, self.screen.lang) + "\n")
            self.board_due = False
            for line in ending(self.state, self.screen.lang):
                self.screen.print(self.screen.paint(line, "bold"))

    # What a person types ----------------------------------------------------------------------------------

    def ask_person(self, prompt: str) -> None:
        """One line from a person: an order, a number or a move."""
        line = self.screen.ask(prompt)
        word, _, rest = line.partition(" ")
        for order, words in ORDERS.items():
            if word.lower() in words:
                try:
                    self.orders[order](rest.strip())
                except Problem as problem:
                    self.screen.tell(problem)
                return
        if line:
            self.try_move(line)
        elif self.state.outcome is not None:
            self.quit("")
        else:
            self.screen.say("nothing")

    def try_move(self, line: str) -> None:
        """Play what was typed, or say which rule is in the way."""
        resolved = self.find(line)
        if isinstance(resolved, Refusal):
            self.refuse(resolved)
        else:
            self.made(resolved)

    def find(self, line: str) -> Move | Refusal:
        """The move that is meant: in notation, or by its number in the list."""
        resolved = self.state.resolve(line)
        if isinstance(resolved, Refusal) and line.isdecimal() and line.isascii() and len(line) < 6:
            legal = self.state.legal()
            if 1 <= int(line) <= len(legal):
                return legal[int(line) - 1]
            if self.state.outcome is None:
                return Refusal("cli.number.range", n=len(legal))
        return resolved

    def refuse(self, refusal: Refusal) -> None:
        """One sentence, and the heading under which the rule stands."""
        heading = headings(self.state.game.info.id, self.screen.lang).get(refusal.rule)
        rule = f" ({self.screen.word('rule')}: {heading})" if heading else ""
        self.screen.print(clean(refusal.say(self.screen.lang)) + rule)

    def help(self, _: str) -> None:
        """How moves are written, and what else can be typed."""
        self.screen.wrapped(Phrase(f"{self.state.game.info.id}.help"))
        self.screen.print()
        self.screen.say("orders")

    def moves(self, _: str) -> None:
        """All listed moves with their numbers."""
        for line in move_list(self.state.legal(), self.screen.width):
            self.screen.print(line)

    def board(self, _: str) -> None:
        """The position, the question, and a short list of moves."""
        if self.state.outcome is not None:
            self.board_due = True  # the loop then shows the end anew
            return
        self.board_due = False
        self.screen.print("\n" + self.state.draw(self.screen.colour, self.screen.lang) + "\n")
        self.screen.print(self.screen.paint(self.state.prompt().say(self.screen.lang), "bold"))
        legal = self.state.legal()
        if len(legal) <= SHORT_LIST:
            self.moves("")
        else:
            self.screen.say("many", n=len(legal))

    def hint(self, _: str) -> None:
        """The best moves, the chances where they are known, and why."""
        if self.state.outcome is not None:
            self.screen.tell(Phrase("core.end.over"))
            return
        refusal = self.state.why_no_help()
        if refusal is not None:
            self.screen.tell(refusal)
            return
        for number, (move, why, chance) in enumerate(advise(self.bot_process, self.state)):
            key = "hint.other" if number else "hint"
            shown = Phrase("cli.hint.move", title=title(self.state, move), move=move.text)
            if chance is None:
                self.screen.say(key, move=shown, why=why)
            else:
                known = "share" if self.state.game.info.scoring == "points" else "chance"
                self.screen.say(f"{key}.{known}", move=shown, why=why, percent=round(100 * chance))

    def why(self, text: str) -> None:
        """Why a move may not be played."""
        if not text:
            self.screen.say("why.what")
            return
        resolved = self.find(text)
        if isinstance(resolved, Refusal):
            self.refuse(resolved)
        else:
            self.screen.say("why.legal", move=resolved.text)

    def undo(self, _: str) -> None:
        """Back to the last decision of a person; the same throws then come again."""
        if not any(actor in self.people for actor in self.match.actors):
            self.screen.say("undo.none")
            return
        self.match.undo()
        while self.state.player not in self.people:
            self.match.undo()
        self.saved = -1  # the file holds another game now
        self.screen.say("undo.done")
        self.board_due = True

    def rules(self, _: str) -> None:
        """The rules page."""
        page = rules_page(self.state.game.info.id, self.screen.lang, self.state.game.options)
        for line in render(page, self.screen.width, self.screen.colour):
            self.screen.print(line)

    def record(self, _: str) -> None:
        """The game so far as a record."""
        self.screen.print(clean(str(self.match.record())).rstrip("\n"))

    def save(self, name: str) -> None:
        """Write the record; another file is overwritten only when the person agrees."""
        path = self.save_path(name)
        if path is not None:
            other = is_there(path) and not (self.path and is_same(path, self.path))
            if other and not self.screen.yes("save.over", name=str(path)):
                self.screen.say("save.not")
                return
            self.write(path)

    def save_over(self, name: str) -> None:
        """Write the record, whatever is there."""
        path = self.save_path(name)
        if path is not None:
            self.write(path)

    def save_path(self, name: str) -> Path | None:
        """The file that is meant; without a name the one the game came from."""
        if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
            name = name[1:-1]
        if not name and self.path is None:
            self.screen.say("save.what", name=f"{self.state.game.info.id}.record")
            return None
        return path_of(name) if name else self.path

    def write(self, path: Path) -> None:
        """Write the record, and remember how much of the game is saved."""
        write_record(path, self.match.record())
        self.path = path
        self.saved = len(self.match.moves)
        self.screen.say("saved", name=str(path))

    def quit(self, _: str) -> None:
        """Leave, after offering to save what is not saved yet."""
        while self.people and self.unsaved:
            try:
                name = self.screen.ask(self.screen.word("quit.save"))
            except KeyboardInterrupt:
                self.screen.print()
                raise Leave from None
            if name.lower() in ("", *NO):
                break
            self.save_or_explain(name)
        raise Leave

    def is_move(self, text: str) -> bool:
        """Whether a text is a move of this game, legal or not."""
        resolved = self.find(text)
        return isinstance(resolved, Move) or (self.state.outcome is None and resolved.rule != "notation")

    def save_or_explain(self, name: str) -> None:
        """Save under a name typed while leaving, where people also type other things."""
        word, _, rest = name.partition(" ")
        order = next((order for order, words in ORDERS.items() if word.lower() in words), None)
        if order in ("save", "save!"):
            name = rest.strip()
        elif order or word.lower() in YES or self.is_move(name):
            name = ""  # no name for a file
        try:
            if name:
                self.save(name)
            else:
                self.screen.say("quit.name", name=f"{self.state.game.info.id}.record")
        except Problem as problem:
            self.screen.tell(problem)
