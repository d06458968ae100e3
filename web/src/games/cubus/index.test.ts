import { describe, expect, it } from "vitest";
import { canBeShown } from "../../table/labels";
import { rulesAnchor } from "../../table/rulesAnchor";

describe("what the pages know of the game", () => {
  it("has a paragraph for each phase", () => {
    expect(rulesAnchor("cubus", "demolish", ["take 1,0"])).toBe("demolition");
  });

  it("tells buttons from moves on the board", () => {
    for (const move of ["--", "no", "knock:0", "knock:1?"]) expect(canBeShown("cubus", move), move).toBe(false);
    for (const move of ["take 1,0", "build 1@0,0"]) expect(canBeShown("cubus", move), move).toBe(true);
  });
});
