import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { nonceCommitment } from "./diceLog";
import { check, witnessed, type Proof, type Seen } from "./diceProof";
import { evenly, partly, type Outcome } from "../board-kit/outcomes";

// Thrown by the server's own dice: seed 00…00, nonces "aa" and "bb", six equal faces.
const seed = "00".repeat(32);
const promised = createHash("sha256").update(seed, "hex").digest("hex");
const faces: [string, number, number][] = ["1", "2", "3", "4", "5", "6"].map((face) => [face, 1, 6]);
const right = ["1", "3", "1", "4", "2", "4", "5", "5"];
const nonces = ["aa", "bb"];
const commitments = nonces.map((nonce) => nonceCommitment(promised, nonce));

function proof(changed: Partial<Proof> = {}, throws = right): Proof {
  return {
    commitment: promised,
    seed,
    nonce_commitments: commitments,
    nonces,
    throws: throws.map((move) => ({ move, outcomes: faces })),
    ...changed,
  };
}

/** What the browser of the first seat saw. */
function seen(changed: Partial<Seen> = {}): Seen {
  return {
    promised,
    people: [0, 1],
    commitments: new Map(commitments.entries()),
    nonces: new Map(nonces.entries()),
    throws: right,
    own: [{ nonce: "aa", sent: true }],
    mine: [0],
    broken: false,
    cameIn: "start",
    ...changed,
  };
}

const fault = (...given: Parameters<typeof check>) => {
  const verdict = check(...given);
  return verdict.good ? "none" : verdict.fault;
};

describe("check", () => {
  it("confirms throws that follow from the seed and were seen", () => {
    expect(check(proof(), seen())).toEqual({ good: true, throws: right.length });
    expect(check(proof(), seen({ own: [], mine: [] }))).toEqual({ good: true, throws: right.length });
  });

  it("commits to a nonce as the document says", () => {
    const digest = createHash("sha256").update("speelkist nonce 1").update(promised, "hex").update("aa", "hex");
    expect(commitments[0]).toBe(digest.digest("hex"));
  });

  it("finds outcomes that the game does not have, or not in this order, or not with these odds", () => {
    const die = (outcomes: readonly Outcome[]) => evenly(outcomes, ["1", "2", "3", "4", "5", "6"]);
    expect(fault(proof(), seen(), die)).toBe("none");
    const lie = (outcomes: Outcome[]) =>
      fault(proof({ throws: right.map((move) => ({ move, outcomes })) }), seen(), die);
    expect(lie([...faces].reverse())).toBe("throw");
    const sure = right.map((move) => ({ move, outcomes: [[move, 1, 1]] as Outcome[] }));
    expect(fault(proof({ throws: sure }), seen())).toBe("none"); // so much can be told without the game
    expect(fault(proof({ throws: sure }), seen(), die)).toBe("throw");
    expect(lie(faces.map(([face]) => [face, face === "1" ? 5 : 1, 10]))).toBe("throw");
  });

  it("finds an empty list", () => {
    expect(fault(proof({}, []), seen())).toBe("throws");
  });

  it("finds a throw that was another when it was seen", () => {
    const other = right.with(2, "2");
    expect(fault(proof(), seen({ throws: other }))).toBe("throws");
    expect(fault(proof({}, other), seen())).toBe("throws");
  });

  it("finds the first throw that does not follow, though it was seen so", () => {
    const other = right.with(2, "2");
    expect(check(proof({}, other), seen({ throws: other }))).toEqual({ good: false, fault: "throw", throw: 2 });
  });

  it("finds a seed that was not promised", () => {
    expect(fault(proof({ seed: "01".repeat(32) }), seen())).toBe("seed");
    const other = createHash("sha256").update("01".repeat(32), "hex").digest("hex");
    expect(fault(proof({ seed: "01".repeat(32), commitment: other }), seen())).toBe("seed");
  });

  it("finds a nonce that was another when it was seen", () => {
    expect(fault(proof({ nonces: ["aa", "cc"] }), seen())).toBe("nonces");
    expect(fault(proof({ nonces: [] }), seen())).toBe("nonces");
  });

  it("finds a nonce that was not committed to", () => {
    const other = seen({ nonces: new Map(["aa", "cc"].entries()) });
    expect(fault(proof({ nonces: ["aa", "cc"] }), other)).toBe("nonces");
    expect(fault(proof(), seen({ nonces: new Map() }))).toBe("nonces");
  });

  it("finds that its own nonce was replaced", () => {
    expect(fault(proof(), seen({ own: [{ nonce: "dd", sent: true }] }))).toBe("own");
  });

  it("finds a log that was told differently before", () => {
    expect(fault(proof(), seen({ broken: true }))).toBe("log");
  });

  it("counts unequal odds", () => {
    const outcomes: [string, number, number][] = [
      ["never", 0, 1],
      ["always", 1, 1],
    ];
    expect(fault(proof({ throws: [{ move: "always", outcomes }] }), seen({ throws: ["always"] }))).toBe("none");
  });
});

describe("partly", () => {
  it("takes what is left, in its order and as a whole", () => {
    const tiles = ["+L", "+R", "+T", "+O"];
    expect(
      partly(
        [
          ["+L", 1, 4],
          ["+T", 3, 4],
        ],
        tiles,
      ),
    ).toBe(true);
    expect(
      partly(
        [
          ["+T", 3, 4],
          ["+L", 1, 4],
        ],
        tiles,
      ),
    ).toBe(false);
    expect(
      partly(
        [
          ["+L", 1, 4],
          ["+T", 1, 4],
        ],
        tiles,
      ),
    ).toBe(false);
    expect(
      partly(
        [
          ["+L", 1, 4],
          ["+X", 3, 4],
        ],
        tiles,
      ),
    ).toBe(false);
    expect(
      partly(
        [
          ["+L", 5, 4],
          ["+T", -1, 4],
        ],
        tiles,
      ),
    ).toBe(false);
  });
});

describe("what this device saw", () => {
  it("is only what happened after it came in", () => {
    const all = [seen(), seen({ mine: [] }), seen({ mine: [], cameIn: "play" }), seen({ mine: [], cameIn: "end" })];
    expect(all.map(witnessed)).toEqual(["proof.own", "proof.own.none", "proof.came.play", "proof.came.end"]);
  });
});
