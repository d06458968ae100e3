import { describe, expect, it } from "vitest";
import type { Cell, Point } from "../../board-kit/contract";
import { around, forFighter, nearer, returnedLately, spotsOf, turnedCells } from "./field";

const square = (id: string, x: number, y: number): Cell => ({
  id,
  kind: "field",
  name: { key: "", values: {} },
  shape: [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ],
});
const CELLS = [square("a1", 0, 16), square("b1", 1, 16), square("q17", 16, 0), { ...square("", 0, 0), shape: [] }];

describe("the field", () => {
  it("may be turned", () => {
    expect(spotsOf(turnedCells(CELLS, [17, 17], false)).get("a1")).toEqual([0.5, 16.5]);
    expect(spotsOf(turnedCells(CELLS, [17, 17], true)).get("a1")).toEqual([16.5, 0.5]);
    expect(spotsOf(CELLS).size).toBe(3);
  });
});

describe("the part that is shown", () => {
  it("is near enough in a question to see a soldier, if what is asked about allows it", () => {
    expect(nearer([[1.5, 15.5]], 17, 255)).toEqual([0, 5, 12]);
    expect(nearer([[0.5, 0.5] as Point, [4.5, 16.5] as Point], 17, 255)).toEqual([0, 0, 17]);
    expect(nearer([[1.5, 15.5]], 17, 900)).toEqual([0, 0, 17]);
    expect(nearer([], 17, 255)).toEqual([0, 0, 17]);
  });
  it("is all of it where a question from near by would only cut off its edge", () => {
    for (const pixels of [300, 320, 350]) expect(nearer([[1.5, 15.5]], 17, pixels)).toEqual([0, 0, 17]);
  });
  it("holds all points with room around them", () => {
    expect(around([[4.5, 5.5] as Point, [12.5, 8.5] as Point], 17, 8)).toEqual([4, 2, 10]);
  });
  it("has what is left over ahead of a fighter, and the far zone if that is near", () => {
    const [o12, n14] = [[14.5, 5.5] as Point, [13.5, 3.5] as Point];
    expect(forFighter(o12, [n14], 0.5, 17, 8)).toEqual([9, 0, 8]);
    expect(forFighter([8.5, 12.5], [[8.5, 10.5]], 0.5, 17, 8)).toEqual([5, 6, 8]);
    expect(forFighter([8.5, 4.5], [[8.5, 6.5]], 16.5, 17, 8)).toEqual([5, 4, 8]);
    expect(forFighter([8.5, 8.5], [[2.5, 8.5] as Point, [14.5, 8.5] as Point], 0.5, 17, 8)).toEqual([0, 0, 17]);
  });
  it("stays on the field", () => {
    expect(around([[0.5, 16.5]], 17, 8)).toEqual([0, 9, 8]);
    expect(around([[0.5, 0.5] as Point, [16.5, 16.5] as Point], 17, 8)).toEqual([0, 0, 17]);
  });
});

it("knows where a musketeer came back until somebody else has moved", () => {
  const actions = [
    { seat: 1, text: "b9-c9-c8" },
    { seat: 0, text: "=h1" },
    { seat: 0, text: "-f17" },
    { seat: -1, text: "r1g2" },
    { seat: 0, text: "b3-c3-c5" },
    { seat: -1, text: "r3g3" },
    { seat: 1, text: "c8-d8-d5" },
  ];
  for (const count of [2, 4, 5, 6]) expect(returnedLately(actions.slice(0, count))).toEqual(["h1"]);
  for (const count of [0, 1, 7]) expect(returnedLately(actions.slice(0, count))).toEqual([]);
});
