import { describe, expect, it } from "vitest";
import { chosen, fitting, nextCells } from "./choices";

const CHOICES = [
  { move: "b2-e2-h5", picks: ["b2", "e2", "h5"], path: [] },
  { move: "b2-e2-e5", picks: ["b2", "e2", "e5"], path: [] },
  { move: "c3-c1", picks: ["c3", "c1", "c1"], path: [] },
  { move: "--", picks: ["button:pass"], path: [] },
];

describe("choosing a move step by step", () => {
  it("offers what may come next", () => {
    expect([...nextCells(CHOICES, [])]).toEqual(["b2", "c3", "button:pass"]);
    expect([...nextCells(CHOICES, ["b2", "e2"])]).toEqual(["h5", "e5"]);
    expect([...nextCells(CHOICES, ["c3", "c1"])]).toEqual(["c1"]);
  });

  it("keeps the choices that begin with what is picked", () => {
    expect(fitting(CHOICES, ["b2"]).map(({ move }) => move)).toEqual(["b2-e2-h5", "b2-e2-e5"]);
  });

  it("knows when a move is whole", () => {
    expect(chosen(CHOICES, ["b2", "e2"])).toBeNull();
    expect(chosen(CHOICES, ["b2", "e2", "h5"])).toBe("b2-e2-h5");
    expect(chosen(CHOICES, [])).toBeNull();
  });
});
