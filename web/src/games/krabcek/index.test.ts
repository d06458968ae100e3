import { describe, expect, it } from "vitest";
import { rulesAnchor } from "../../table/rulesAnchor";
import { manifest } from "./index";

it("marks Black beside a name as on the board: with a diamond", () => {
  expect(manifest.sideMarks?.map(({ shape }) => shape)).toEqual(["diamond", "round"]);
});

describe("the paragraph for a decision", () => {
  it("is that of the phase", () => {
    expect(rulesAnchor("krabcek", "gates", ["G2", "G3"])).toBe("gates");
    expect(rulesAnchor("krabcek", "move", ["T12e-V13", "S@G2-T11e"])).toBe("turn");
  });

  it("is that of the moves where they are all of one kind", () => {
    expect(rulesAnchor("krabcek", "move", ["S@G2-T11e", "S@G2+V12", "B@G5"])).toBe("enter");
    expect(rulesAnchor("krabcek", "move", ["H11<>V12"])).toBe("switch");
    expect(rulesAnchor("krabcek", "move", ["G6^G1"])).toBe("fly");
    expect(rulesAnchor("krabcek", "move", ["T12e-V13", "G1-T11e", "V01+H01"])).toBe("walk");
  });
});
