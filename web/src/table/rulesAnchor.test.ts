import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import byPhase from "./rulesAnchors.json";
import { rulesAnchor, KINDS } from "./rulesAnchor";
import { blocks } from "../ui/markdown";

function anchors(game: string, lang: string): string[] {
  const file = new URL(`../../../src/speelkist/games/${game}/text/rules.${lang}.md`, import.meta.url);
  return blocks(readFileSync(file, "utf-8")).flatMap((block) => (block.kind === "heading" ? [block.anchor] : []));
}

describe("the paragraph for a decision", () => {
  for (const [game, phases] of Object.entries(byPhase)) {
    for (const lang of ["en", "nl"]) {
      it(`is on the rules page of ${game} (${lang})`, () => {
        const wanted = [...Object.values(phases), ...(KINDS[game] ?? []).map(([, anchor]) => anchor)];
        expect(anchors(game, lang)).toEqual(expect.arrayContaining(wanted));
      });
    }
  }

  it("is that of the phase", () => {
    expect(rulesAnchor("cubus", "demolish", [["take 1,0", "1,0"]])).toBe("demolition");
    expect(rulesAnchor("krabcek", "move", [["T12e-V13"], ["S@G2-T11e"]])).toBe("turn");
    expect(rulesAnchor("nothing", "move", [])).toBe("");
  });

  it("is that of the moves where they are all of one kind", () => {
    expect(rulesAnchor("krabcek", "move", [["S@G2-T11e"], ["S@G2+V12"], ["B@G5"]])).toBe("enter");
    expect(rulesAnchor("krabcek", "move", [["H11<>V12"]])).toBe("switch");
    expect(rulesAnchor("krabcek", "move", [["G6^G1"]])).toBe("fly");
    expect(rulesAnchor("krabcek", "move", [["T12e-V13"], ["G1-T11e"], ["V01+H01"]])).toBe("walk");
    expect(rulesAnchor("kriskras", "move", [["--", "button:pass"]])).toBe("lapse");
  });
});
