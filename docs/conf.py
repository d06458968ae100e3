"""Settings of the documentation site (Sphinx). `python tools/docs.py build` makes it.

Sphinx reads the repository from its root, so that the links between documents work on the site as they do in the
repository; `include_patterns` says which files are pages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pygments.lexers.special import TextLexer

import speelkist
from speelkist.core.rules_text import fill_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Speelkist"
author = "the Speelkist authors"
copyright = author  # noqa: A001  (the name is Sphinx's)
version = release = speelkist.__version__
language = "en"

root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**/*.md",
    "docs/**/*.rst",
    "docs/*.md",
    "benchmarks/**/README.md",
    "benchmarks/README.md",
    "src/speelkist/games/*/text/rules.*.md",
]
exclude_patterns = [".*", "**/.*", "**/node_modules", "build", "dist", "README.md"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
myst_enable_extensions = ["html_image"]
nitpicky = True  # a reference in a docstring that leads nowhere is an error too
nitpick_ignore_regex = [
    # Other people's types have pages of their own, which are not fetched while building; our inner ones have none.
    (r"py:.*", r"(?!speelkist\b).*"),
    (r"py:.*", r"speelkist\.\w+\.[a-z_.]+\.\w+"),
]
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_title = "Speelkist"
html_favicon = "../web/public/icon.svg"
html_show_sourcelink = False
html_copy_source = False

_ANCHOR = re.compile(r"^(#+ .*?) \{#([\w-]+)\}$", re.MULTILINE)
_LINK = re.compile(r"\]\(#([\w-]+)\)")


def prepare_rules_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Give the anchors of a rules page, `## Walking {#walk}`, names that are unique on the site; fill in option values.

    The games' pages link to the rules pages, so these stand in no table of contents.
    """
    match = re.fullmatch(r"src/speelkist/games/(\w+)/text/rules\.(\w+)", page)
    if match:
        prefix = "-".join(match.groups())
        text = _ANCHOR.sub(rf"({prefix}-\2)=\n\1", source[0])
        text = fill_in(match[1], text)
        source[0] = "---\norphan: true\n---\n" + _LINK.sub(rf"](#{prefix}-\1)", text)


def list_games(app: Sphinx, page: str, source: list[str]) -> None:
    """Let the first page list the games that people are offered, so that no document has to."""
    if page == root_doc:
        source[0] = source[0].replace("games/*", "\n".join(f"games/{game}" for game in speelkist.games()))


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", prepare_rules_page)
    app.connect("source-read", list_games)
    for name in ("record", "conversation"):
        app.add_lexer(name, TextLexer)
