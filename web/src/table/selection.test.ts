import { describe, expect, it } from "vitest";
import { chosen, nextCells, pick, sameChoice, withBothOrders } from "./selection";

const CHOICES = [
  ["b2-e2-h5", "b2", "e2", "h5"],
  ["b2-e2-e5", "b2", "e2", "e5"],
  ["c3-c1", "c3", "c1", "c1"],
  ["--", "button:pass"],
];

describe("picking a move step by step", () => {
  it("offers what may come next", () => {
    expect([...nextCells(CHOICES, [])]).toEqual(["b2", "c3", "button:pass"]);
    expect([...nextCells(CHOICES, ["b2", "e2"])]).toEqual(["h5", "e5"]);
    expect([...nextCells(CHOICES, ["c3", "c1"])]).toEqual(["c1"]);
  });

  it("knows when a move is whole", () => {
    expect(chosen(CHOICES, ["b2", "e2"])).toBeNull();
    expect(chosen(CHOICES, ["b2", "e2", "h5"])).toBe("b2-e2-h5");
    expect(chosen(CHOICES, [])).toBeNull();
  });

  it("goes on, begins anew, or lets go", () => {
    expect(pick(CHOICES, ["b2"], "e2")).toEqual(["b2", "e2"]);
    expect(pick(CHOICES, ["b2", "e2"], "c3")).toEqual(["c3"]);
    expect(pick(CHOICES, ["b2"], "b2")).toEqual([]);
    expect(pick(CHOICES, ["b2"], "a1")).toEqual([]);
  });

  it("takes two cells in either order where the server says so", () => {
    const choices = [["H11<>V12", "H11", "V12"]];
    expect(pick(choices, [], "V12")).toEqual([]);
    expect(pick(choices, [], "V12", ["H11<>V12"])).toEqual(["V12"]);
    expect(chosen(withBothOrders(choices, ["H11<>V12"]), ["V12", "H11"])).toBe("H11<>V12");
  });

  it("knows when somebody still has the same choice", () => {
    const now = { player: 0, choices: CHOICES };
    expect(sameChoice(now, { player: 0, choices: CHOICES.map((choice) => [...choice]) })).toBe(true);
    expect(sameChoice(now, { player: 1, choices: CHOICES })).toBe(false);
    expect(sameChoice(now, { player: 0, choices: CHOICES.slice(1) })).toBe(false);
    expect(sameChoice(null, now)).toBe(false);
  });
});
