import { describe, expect, it } from "vitest";
import { blocks, spans } from "./markdown";

describe("the rules page", () => {
  it("has headings with anchors, paragraphs, lists and tables", () => {
    const page = blocks(
      "# Game\n\nA *small* text\nin two lines.\n\n## Walking {#walk}\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    expect(page).toEqual([
      { kind: "heading", level: 1, text: "Game", anchor: "" },
      { kind: "paragraph", text: "A *small* text in two lines." },
      { kind: "heading", level: 2, text: "Walking", anchor: "walk" },
      { kind: "list", items: ["one more", "two"], ordered: false },
      { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
    ]);
  });

  it("keeps the lines of a drawing, and the order of steps", () => {
    expect(blocks("```\n.   7\n6   .\n```\n\n1. throw\n2. move")).toEqual([
      { kind: "drawing", text: ".   7\n6   ." },
      { kind: "list", items: ["throw", "move"], ordered: true },
    ]);
  });

  it("has links to other paragraphs", () => {
    expect(spans("[walk](#walk) or [not]")).toEqual([
      { kind: "link", text: "walk", anchor: "walk" },
      { kind: "text", text: " or " },
      { kind: "text", text: "[" },
      { kind: "text", text: "not]" },
    ]);
  });

  it("has bold, italic and code in a line", () => {
    expect(spans("a **b** `c` *d*").map((span) => `${span.kind}:${span.text}`)).toEqual([
      "text:a ",
      "bold:b",
      "text: ",
      "code:c",
      "text: ",
      "italic:d",
    ]);
  });
});
