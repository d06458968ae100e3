import { describe, expect, it } from "vitest";
import type { View } from "../../board-kit/contract";
import { canBeShown } from "../../table/labels";
import { rulesAnchor } from "../../table/rulesAnchor";
import lesson from "../../learn/text.nl.json";
import { manifest } from "./index";
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

  it("asks everybody but who passed whether they see a build, and only who knocked to lay it", () => {
    const asks = (phase: string, yours: number[]) =>
      manifest.asksToo?.({ phase, extra: { passer: 1 } } as unknown as View, yours);
    expect([asks("knock", [0]), asks("knock", [1]), asks("knock", [])]).toEqual([true, false, false]);
    expect(asks("show", [1])).toBe(false);
  });
});
