"""The names that people give themselves: such as can be seen, stay in their line, and pass for nobody else's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .errors import Refused

LONGEST_NAME = 30
MAX_MARKS = 4  # on one letter; a Hebrew letter has three at most, a Tibetan one four
MAX_STACKED = 2  # of those that are put above or below one another without end
STACKING = 200  # the canonical combining class from which on marks are drawn outside of the letter

# What bots are called in our languages: nobody may pass for one.
RESERVED_NAMES = frozenset(
    [
        "computer",
        "random",
        "simple",
        "child",
        "family",
        "friend",
        "club",
        "master",
        "willekeurig",
        "eenvoudig",
        "kind",
        "familie",
        "vriend",
        "meester",
    ]
)

# Unicode's Default_Ignorable_Code_Point: drawn as nothing. Python's tables do not have this property.
_IGNORABLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Symbols without ink: the empty Braille cell, the note without a head, the blank hieroglyphs.
_BLANK = r"\u2800\U0001d159\U00013441\U00013442"
_UNSEEN = re.compile(f"[{_IGNORABLE}{_BLANK}]")

# Letters that look like those of our bots' names, beyond what compatibility decomposition finds: Cyrillic, Greek and
# small capitals, each written above the letter that it looks like; and figures.
_LOOK_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝгп" + "αβγεηικμνορτυχωσ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "ıɑɡøłđ" + "01|!5$",
    "abekmhopctyxijsdhlqwrn" + "abyenikmvoptuxwc" + "abcdefghijklmnoprstuvwyz" + "iagold" + "olllss",
)


def clean_name(name: str) -> str:
    """A name without control characters and odd spaces, of at most ``LONGEST_NAME`` characters; it may be empty.

    :raises Refused: nothing of it can be seen, or it looks like what a bot is called.
    """
    # normalising takes time that grows with the square of the length: what is cut anyway is cut before
    letters = unicodedata.normalize("NFC", name[: 4 * LONGEST_NAME])
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in letters)
    cleaned = "".join(_without_towers(" ".join(plain.split())))[:LONGEST_NAME].strip()
    if cleaned and not any(_is_seen(letter) for letter in cleaned):
        raise Refused("table.name.invisible")
    if skeleton(cleaned) in _RESERVED:
        raise Refused("table.name.bot", name=cleaned)
    return cleaned


def skeleton(name: str) -> str:
    """What two names have in common that look alike."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in folded if letter == " " or _is_seen(letter)).translate(_LOOK_ALIKE)
    return re.sub(r"^[\W_]+|[\W_]+$", "", letters).replace("rn", "m").replace("vv", "w").replace("i", "l")


def _is_seen(letter: str) -> bool:
    """Whether a character has ink of its own; a mark needs a letter to stand on."""
    return unicodedata.category(letter)[0] not in "CZM" and not _UNSEEN.match(letter)


def _without_towers(name: str) -> Iterator[str]:
    """The characters of a name without the marks that would climb over the lines above and below."""
    marks: list[str] = []
    for letter in name:
        if unicodedata.category(letter) not in ("Mn", "Me"):
            marks = []
        else:
            stacked = sum(unicodedata.combining(mark) >= STACKING for mark in marks)
            is_too_high = unicodedata.combining(letter) >= STACKING and stacked >= MAX_STACKED
            is_double = letter in marks and unicodedata.combining(letter) < STACKING
            if len(marks) >= MAX_MARKS or is_too_high or is_double:
                continue
            marks.append(letter)
        yield letter


_RESERVED = frozenset(skeleton(name) for name in RESERVED_NAMES)
