import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { check, type Proof } from "./diceProof";

// Thrown by the server's own dice: seed 00…00, nonces "aa" and "bb", six equal faces.
const seed = "00".repeat(32);
const faces: [string, number, number][] = ["1", "2", "3", "4", "5", "6"].map((face) => [face, 1, 6]);

function proof(throws: string[]): Proof {
  return {
    commitment: createHash("sha256").update(seed, "hex").digest("hex"),
    seed,
    nonces: ["aa", "bb"],
    throws: throws.map((move) => ({ move, outcomes: faces })),
  };
}

describe("check", () => {
  const right = ["1", "3", "1", "4", "2", "4", "5", "5"];

  it("confirms throws that follow from the seed", () => {
    expect(check(proof(right))).toEqual({ good: true, throws: right.length });
  });

  it("finds the first throw that does not", () => {
    const wrong = right.with(2, right[2] === "1" ? "2" : "1");
    expect(check(proof(wrong))).toEqual({ good: false, wrong: 2 });
  });

  it("finds a broken promise", () => {
    expect(check({ ...proof(right), commitment: "00".repeat(32) })).toEqual({ good: false, wrong: -1 });
  });

  it("counts unequal odds", () => {
    const outcomes: [string, number, number][] = [
      ["never", 0, 1],
      ["always", 1, 1],
    ];
    expect(check({ ...proof([]), throws: [{ move: "always", outcomes }] }).good).toBe(true);
  });
});
