"""The weights of a game's evaluation, as a small text file in its folder: ``games/<id>/kernel/weights.txt``.

The first line is a JSON object: the game, the shape of the net, how it was trained, and a SHA-256 of all of it; the
other lines are the weights in base64, as little-endian float32. A file that is missing, damaged or of another shape
raises BadWeights; a bot that needs it then lets a weaker one play.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from speelkist.core.atomic_file import write_atomically
from speelkist.core.errors import BadWeights
from speelkist.core.registry import package_of

FORMAT = 1
NAME = "kernel/weights.txt"
LONGEST_FILE = 64 << 20
WIDTH = 120


@dataclass(frozen=True)
class WeightsFile:
    """A net's weights and where they come from."""

    game: str
    features: int
    hidden: int
    weights: NDArray[np.float32]
    trained: Mapping[str, Any]  # how: the command, the games played, the seed


def read_weights(id: str, features: int | None = None) -> NDArray[np.float32]:
    """The weights that are shipped with a game; with ``features``, only if they are for so many."""
    path = files(package_of(id).folder) / NAME
    try:
        data = path.read_bytes()
    except OSError:
        raise BadWeights("core.weights.missing", game=id) from None
    return parse_weights(data, id, features).weights


def read_weights_file(path: Path, game: str, features: int | None = None) -> WeightsFile:
    """A file of weights for a game."""
    try:
        with path.open("rb") as opened:
            data = opened.read(LONGEST_FILE + 1)
    except OSError:
        raise BadWeights("core.weights.missing", game=game) from None
    return parse_weights(data, game, features)


def parse_weights(data: bytes, game: str, features: int | None = None) -> WeightsFile:
    """What a file's bytes say, all of it checked."""
    try:
        first, _, rest = data.decode("ascii").partition("\n")
        header = json.loads(first)
        promised = header.pop("sha256")
        packed = base64.b64decode("".join(rest.split()), validate=True)
        file = WeightsFile(
            str(header["game"]),
            int(header["features"]),
            int(header["hidden"]),
            np.frombuffer(packed, "<f4").astype(np.float32),
            dict(header["trained"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise BadWeights("core.weights.damaged", game=game) from None
    count = file.hidden * (file.features + 2) + 1 if file.hidden else file.features + 1
    is_complete = (
        len(data) <= LONGEST_FILE
        and header.get("weights") == FORMAT
        and promised == _digest(header, packed)
        and len(file.weights) == count
        and bool(np.isfinite(file.weights).all())
    )
    if not is_complete:
        raise BadWeights("core.weights.damaged", game=game)
    if file.game != game or (features is not None and file.features != features):
        raise BadWeights("core.weights.other", game=game)
    return file


def write_weights(path: Path, content: WeightsFile) -> None:
    """Write the weights; a reader finds the old file or the new one, never half of one."""
    packed = content.weights.astype("<f4").tobytes()
    header: dict[str, Any] = {
        "weights": FORMAT,
        "game": content.game,
        "features": content.features,
        "hidden": content.hidden,
        "trained": dict(content.trained),
    }
    header["sha256"] = _digest(header, packed)
    text = base64.b64encode(packed).decode("ascii")
    lines = [json.dumps(header), *(text[at : at + WIDTH] for at in range(0, len(text), WIDTH))]
    write_atomically(path, ("\n".join(lines) + "\n").encode("ascii"))


def _digest(header: Mapping[str, Any], packed: bytes) -> str:
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode("ascii") + b"\n" + packed).hexdigest()
