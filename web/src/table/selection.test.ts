import { describe, expect, it } from "vitest";
import { pick, sameChoices } from "./selection";

const CHOICES = [
  { move: "b2-e2-h5", picks: ["b2", "e2", "h5"], path: [] },
  { move: "b2-e2-e5", picks: ["b2", "e2", "e5"], path: [] },
  { move: "c3-c1", picks: ["c3", "c1", "c1"], path: [] },
  { move: "--", picks: ["button:pass"], path: [] },
];

describe("what is picked after a click", () => {
  it("goes on, begins anew, lets go, or is a try that is refused", () => {
    expect(pick(CHOICES, ["b2"], "e2")).toEqual(["b2", "e2"]);
    expect(pick(CHOICES, ["b2", "e2"], "c3")).toEqual(["c3"]);
    expect(pick(CHOICES, ["b2"], "b2")).toEqual([]);
    expect(pick(CHOICES, ["b2"], "a1")).toBeNull();
  });

  it("stays while a player still has the same choices", () => {
    const now = { player: 0, choices: CHOICES };
    expect(sameChoices(now, { player: 0, choices: CHOICES.map((choice) => ({ ...choice })) })).toBe(true);
    expect(sameChoices(now, { player: 1, choices: CHOICES })).toBe(false);
    expect(sameChoices(now, { player: 0, choices: CHOICES.slice(1) })).toBe(false);
    expect(sameChoices(null, now)).toBe(false);
  });
});
