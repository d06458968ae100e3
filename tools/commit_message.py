#!/usr/bin/env python3
"""Checks the subject of a commit message: ``python tools/commit_message.py FILE``, as the hook commit-msg calls it.

It has a scope and is short enough to be read in a list: ``server: reject a move with a stale version``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72  # so many characters a list of commits shows
SCOPED = re.compile(r"[a-z][a-z0-9 ,/_.-]*: \S")
WRITTEN_BY_GIT = re.compile(r"(Merge|Revert|fixup!|squash!|amend!) ")


def problems(message: str) -> list[str]:
    """What is wrong with a commit message; nothing, if it may go in."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]  # git's own remarks
    subject = next((line for line in lines if line.strip()), "")
    if WRITTEN_BY_GIT.match(subject):
        return []
    wrong = []
    if len(subject) > LONGEST:
        wrong.append(f"The subject has {len(subject)} characters; at most {LONGEST} are shown.")
    if not SCOPED.match(subject):
        wrong.append("The subject begins with a scope, such as `server: ` or `docs: `.")
    if subject.endswith("."):
        wrong.append("The subject ends without a full stop.")
    rest = lines[lines.index(subject) + 1 :] if subject else []
    if rest and rest[0].strip():
        wrong.append("An empty line stands between the subject and the body.")
    return wrong


def main(arguments: list[str]) -> int:
    """The command."""
    wrong = problems(Path(arguments[0]).read_text(encoding="utf-8"))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
