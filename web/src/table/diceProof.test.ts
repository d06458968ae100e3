import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { check, type Proof } from "./diceProof";
import { fromHex, hmac, sha256, toHex } from "./sha256";

describe("sha256", () => {
  it("agrees with Node for texts of all lengths around a block", () => {
    for (let length = 0; length < 200; length++) {
      const text = new Uint8Array(length).map((_, index) => (index * 7 + length) & 255);
      expect(toHex(sha256(text))).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });

  it("makes the same HMAC, also for long keys", () => {
    for (const length of [0, 32, 64, 65, 200]) {
      const key = new Uint8Array(length).fill(length & 255);
      const message = new TextEncoder().encode(`message ${length}`);
      expect(toHex(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }
  });
});

// Thrown by the server's own dice: seed 00…00, nonces "aa" and "bb", six equal faces.
const seed = "00".repeat(32);
const faces: [string, number, number][] = ["1", "2", "3", "4", "5", "6"].map((face) => [face, 1, 6]);

function proof(throws: string[]): Proof {
  return {
    commitment: toHex(sha256(fromHex(seed))),
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
