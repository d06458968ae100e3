"""The Markdown of rules pages, parsed for every client."""

from speelkist.i18n.markdown import parse_blocks, parse_line, plain_text


def test_headings_paragraphs_lists_and_tables() -> None:
    page = (
        "# Game\n\nA *small* text\nin two lines.\n\n## Walking {#walk}\n\n- one\n  more\n- two\n\n"
        "| a | b |\n|---|---|\n| 1 |\n"
    )
    assert parse_blocks(page) == [
        {"kind": "heading", "level": 1, "text": "Game", "anchor": ""},
        {
            "kind": "paragraph",
            "line": [
                {"kind": "text", "text": "A "},
                {"kind": "italic", "text": "small"},
                {"kind": "text", "text": " text in two lines."},
            ],
        },
        {"kind": "heading", "level": 2, "text": "Walking", "anchor": "walk"},
        {
            "kind": "list",
            "ordered": False,
            "items": [[{"kind": "text", "text": "one more"}], [{"kind": "text", "text": "two"}]],
        },
        {
            "kind": "table",
            "head": [[{"kind": "text", "text": "a"}], [{"kind": "text", "text": "b"}]],
            "rows": [[[{"kind": "text", "text": "1"}], []]],
        },
    ]


def test_a_drawing_keeps_its_lines_and_steps_their_order() -> None:
    assert parse_blocks("```\n.   7\n\n6   .\n```\n1. throw\n2. move\n- pass\n> a remark\n> goes on") == [
        {"kind": "drawing", "text": ".   7\n\n6   ."},
        {
            "kind": "list",
            "ordered": True,
            "items": [[{"kind": "text", "text": "throw"}], [{"kind": "text", "text": "move"}]],
        },
        {"kind": "list", "ordered": False, "items": [[{"kind": "text", "text": "pass > a remark > goes on"}]]},
    ]
    assert parse_blocks("```text piles 1@0,0\nx\n```") == [{"kind": "drawing", "text": "x", "figure": "piles 1@0,0"}]
    assert parse_blocks("> a remark\n> goes on") == [
        {"kind": "quote", "line": [{"kind": "text", "text": "a remark goes on"}]}
    ]


def test_bold_italic_and_code_in_a_line() -> None:
    assert [(span["kind"], span["text"]) for span in parse_line("a **b** `c*d*` *e* _f_ 2 * 3 * 4 snake_case_x")] == [
        ("text", "a "),
        ("bold", "b"),
        ("text", " "),
        ("code", "c*d*"),
        ("text", " "),
        ("italic", "e"),
        ("text", " "),
        ("italic", "f"),
        ("text", " 2 * 3 * 4 snake_case_x"),
    ]


def test_only_links_within_the_page_are_links() -> None:
    assert parse_line("[walk](#walk) or [not], [out](https://example.org)") == [
        {"kind": "link", "text": "walk", "anchor": "walk"},
        {"kind": "text", "text": " or [not], out"},
    ]


def test_what_cannot_be_closed_is_text() -> None:
    for text in ("**", "`a", "*a", "[a](", "|", "```", "#", "{#a}"):
        assert "".join(plain_text(parse_line(text))) == text
        parse_blocks(text)
