import { expect, test } from "vitest";
import { turnsOf, written } from "./turns";

const action = (seat: number, text: string) => ({ seat, text });

test("a throw belongs to the move that follows it", () => {
  const turns = turnsOf([action(-1, "white"), action(-1, "r3g5"), action(0, "b2-e2-h5"), action(-1, "r1g1")]);
  expect(turns).toEqual([
    { seat: 0, texts: ["white", "r3g5", "b2-e2-h5"], end: 3 },
    { seat: -1, texts: ["r1g1"], end: 4 },
  ]);
});

test("a fine and the move after it are one turn", () => {
  expect(turnsOf([action(0, "a1-a2"), action(1, "!d4"), action(1, "c2-c5")]).map((turn) => turn.end)).toEqual([1, 3]);
});

test("the laying out of a board is folded", () => {
  expect(written(["1", "2", "3", "4", "5", "6", "7"])).toBe("1 · … · 6 · 7");
  expect(written(["r3g5", "b2-e2-h5"])).toBe("r3g5 · b2-e2-h5");
});
