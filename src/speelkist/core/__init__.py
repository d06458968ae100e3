"""The words all games share. Imports nothing else of ours."""

from speelkist.i18n.phrases import LANGUAGES, Phrase, Refusal, phrases_of, register_phrases

from .ansi import paint
from .chance import Dice, ScriptedDice, SeededDice, SeededRandom, commitment, fresh_seed, nonce_commitment, read_seed
from .errors import BadNotation, BadOption, BadPosition, BadQuery, BadRecord, BadWeights, IllegalMove, SpeelkistError
from .game import CHANCE, OVER, Game, Info, Outcome, State
from .json_reader import JsonReader
from .match import Match
from .move import PASS, Move
from .options import Option, OptionValue
from .perft import perft
from .playthrough import playthrough
from .record import TABLE_SIDE, Record, Result, Verification
from .registry import game_class, games, load, load_version, register

register_phrases("core", __name__)

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "OVER",
    "PASS",
    "TABLE_SIDE",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadQuery",
    "BadRecord",
    "BadWeights",
    "Dice",
    "JsonReader",
    "Game",
    "IllegalMove",
    "Info",
    "SeededRandom",
    "Match",
    "Move",
    "Option",
    "OptionValue",
    "Outcome",
    "Phrase",
    "Record",
    "Refusal",
    "Result",
    "ScriptedDice",
    "SeededDice",
    "SpeelkistError",
    "State",
    "Verification",
    "commitment",
    "fresh_seed",
    "game_class",
    "games",
    "load",
    "load_version",
    "nonce_commitment",
    "paint",
    "perft",
    "playthrough",
    "read_seed",
    "register",
    "register_phrases",
    "phrases_of",
]
