import { describe, expect, it } from "vitest";
import { canBeShown } from "../../table/labels";
import { rulesAnchor } from "../../table/rulesAnchor";
import lesson from "../../learn/text.nl.json";
import text from "./text.nl.json";

describe("what the pages know of the game", () => {
  it("has a paragraph for each phase", () => {
    expect(rulesAnchor("cubus", "demolish", ["take 1,0"])).toBe("demolition");
  });

  it("has no button whose name begins like the one that leads on in a lesson: who speaks to the page means only one", () => {
    const names = [text["cubus.nearer"], text["cubus.further"], text["cubus.whole"]];
    for (const name of names) expect(name.startsWith(lesson["learn.next"]), name).toBe(false);
  });

  it("tells buttons from moves on the board", () => {
    for (const move of ["--", "no", "knock:0", "knock:1?"]) expect(canBeShown("cubus", move), move).toBe(false);
    for (const move of ["take 1,0", "build 1@0,0"]) expect(canBeShown("cubus", move), move).toBe(true);
  });
});
