import { describe, expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import { aside, bend, legsOf, legsOfPath } from "./legs";

const SPOTS: Record<string, Point> = { i2: [8, 15], h2: [7, 15], h3: [7, 14], i3: [8, 14], i1: [8, 16] };
const at = (cell: string): Point => SPOTS[cell] ?? [0, 0];

describe("legs", () => {
  it("share their red part", () => {
    const ways = [
      { move: "", from: "i2", mid: "h2", end: "h3" },
      { move: "", from: "i2", mid: "h2", end: "i3" },
    ];
    const legs = legsOf(ways, at, (way) => way.end === "h3");
    expect(legs.map(({ red, strong }) => [red, strong])).toEqual([
      [false, false],
      [true, true],
      [false, true],
    ]);
  });
  it("of a retreat are red alone", () => {
    const legs = legsOf([{ move: "", from: "i2", mid: "i1", end: "i1" }], at, () => true);
    expect(legs).toEqual([{ key: "i2 i1", from: [8, 15], to: [8, 16], red: true, strong: true }]);
  });
  it("can be read from a path", () => {
    expect(legsOfPath(["i2", "h2", "h3"].map(at)).map(({ from, to, red }) => [from, to, red])).toEqual([
      [[8, 15], [7, 15], true],
      [[7, 15], [7, 14], false],
    ]);
    expect(legsOfPath(["i2", "i1"].map(at)).length).toBe(1);
    expect(legsOfPath([])).toEqual([]);
  });
});

describe("a way", () => {
  it("turns where green begins", () => {
    const points: Point[] = [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, -1],
    ];
    expect(bend(points)).toBe(2);
    expect(bend(points.slice(0, 3))).toBe(2);
    expect(bend([])).toBe(-1);
  });
  it("that comes straight back is drawn beside itself", () => {
    expect(aside([0, 0], [0, 3], [0, -2])).toEqual([
      [0.16, 3],
      [0.16, -2],
    ]);
    expect(aside([0, 0], [3, 0], [3, -2])).toEqual([
      [3, 0],
      [3, -2],
    ]);
  });
});
