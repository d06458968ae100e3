"""A position as JSON and back; whatever cannot be is refused with a sentence that names the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from speelkist.core import BadPosition, JsonReader

if TYPE_CHECKING:
    from .rules import Template, TemplateState


def data(state: TemplateState) -> dict[str, Any]:
    """The position as plain data, without its result."""
    return {
        "game": state.game.info.id,
        "options": dict(state.game.options),
        "phase": state.phase,
        "to_move": state.game.info.sides[state.turn],
        "snails": list(state.snails),
        "rested": list(state.rested),
        "throw": state.throw,
        "throws": state.throws,
    }


def read(game: Template, fields: JsonReader) -> TemplateState:
    """The state that a position's JSON tells."""
    from .rules import state_of

    options = fields.fields("options")
    game = type(game)(**{name: options.value(name) for name in options.names()})
    phase = fields.choice("phase", ("throw", "move", "over"))
    turn = game.info.sides.index(fields.choice("to_move", game.info.sides))
    red, blue = fields.numbers("snails", 2, 0, game.length)
    if red == blue == game.length:
        raise BadPosition("template.position.home")
    rested = fields.value("rested")
    if not (isinstance(rested, list) and len(rested) == 2 and all(isinstance(flag, bool) for flag in rested)):
        raise fields.wrong("rested", "[true, false]")
    moving = phase == "move"
    throw = fields.number("throw", int(moving), 3 * moving)
    throws = fields.number("throws", int(moving), game.patience)
    state = state_of(game, "move" if moving else "throw", turn, (red, blue), (rested[0], rested[1]), throw, throws)
    if state.phase != phase:
        raise fields.wrong("phase", state.phase)
    return state
