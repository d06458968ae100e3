// Checking the dice here, in the browser: the seed that is shown now must be the one that was promised, the nonces those
// that everybody committed to, the throws those that this browser saw, and every throw must follow from all that. What
// was seen comes from this device (diceLog.ts), not from the server. The construction is described in docs/dice.md.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { nonceCommitment, type CameIn, type OwnNonce } from "./diceLog";
import type { CouldComeUp, Outcome } from "../board-kit/outcomes";
import { addTexts } from "../i18n/i18n.svelte";
import en from "./proofText.en.json";
import nl from "./proofText.nl.json";

addTexts({ en, nl }); // few players check the dice: the texts come along with the check

/** What the server shows after the game. */
export interface Proof {
  commitment: string;
  seed: string;
  nonce_commitments: string[];
  nonces: string[];
  throws: { move: string; outcomes: Outcome[] }[];
}

/** What this browser saw before and during the game. */
export interface Seen {
  promised: string;
  people: readonly number[];
  commitments: ReadonlyMap<number, string>;
  nonces: ReadonlyMap<number, string>;
  throws: readonly string[];
  own: readonly OwnNonce[];
  mine: readonly number[];
  broken: boolean;
  cameIn: CameIn;
}

/** What does not fit: the log (it changed, or held what may not be), the seed, the nonces, one's own nonce, the list of throws, or one throw. */
export type Fault = "log" | "seed" | "nonces" | "own" | "throws" | "throw";

export type Verdict = { good: true; throws: number } | { good: false; fault: Fault; throw: number };

function bytes(number: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = number; i >= 0; i--, rest = Math.floor(rest / 256)) out[i] = rest % 256;
  return out;
}

/** An unbiased number below n for throw `event`: values beyond the last multiple of n are rejected. */
function below(n: bigint, key: Uint8Array, event: number): bigint {
  const all = 1n << 256n;
  const limit = all - (all % n);
  for (let attempt = 0; ; attempt++) {
    const x = BigInt(`0x${bytesToHex(hmac(sha256, key, concatBytes(bytes(event, 8), bytes(attempt, 4))))}`);
    if (x < limit) return x % n;
  }
}

/** The least common multiple. */
function commonMultiple(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b !== 0n) [a, b] = [b, a % b];
  return (first * second) / a;
}

function same(first: readonly (string | undefined)[], second: readonly (string | undefined)[]): boolean {
  return first.length === second.length && first.every((value, index) => value === second[index]);
}

/** The number of the first throw that does not follow from seed and nonces; -1 if all do. */
function firstWrong(proof: Proof, couldComeUp: CouldComeUp): number {
  const { seed, nonces, throws } = proof;
  const label = new TextEncoder().encode("speelkist dice 1");
  const parts = nonces.map((nonce) => hexToBytes(nonce)).map((nonce) => concatBytes(bytes(nonce.length, 4), nonce));
  const key = hmac(sha256, hexToBytes(seed), concatBytes(label, ...parts));
  return throws.findIndex(({ move, outcomes }, event) => {
    if (!couldComeUp(outcomes)) return true;
    const total = outcomes.reduce((sum, [, , denominator]) => commonMultiple(sum, BigInt(denominator)), 1n);
    let rest = below(total, key, event);
    const due = outcomes.find(([, numerator, denominator]) => {
      rest -= BigInt(numerator) * (total / BigInt(denominator));
      return rest < 0n;
    });
    return due?.[0] !== move;
  });
}

/** Compare what the server shows with what was seen, and recompute all throws; the game says what could come up. */
export function check(proof: Proof, seen: Seen, couldComeUp: CouldComeUp = () => true): Verdict {
  const bad = (fault: Fault, event = -1): Verdict => ({ good: false, fault, throw: event });
  if (seen.broken) return bad("log");
  if (bytesToHex(sha256(hexToBytes(proof.seed))) !== seen.promised || proof.commitment !== seen.promised)
    return bad("seed");
  const nonces = seen.people.map((seat) => seen.nonces.get(seat));
  const promised = seen.people.map((seat) => seen.commitments.get(seat));
  const kept = nonces.every((nonce, i) => nonce !== undefined && nonceCommitment(seen.promised, nonce) === promised[i]);
  if (!kept || !same(proof.nonces, nonces) || !same(proof.nonce_commitments, promised)) return bad("nonces");
  const drawn = new Set(seen.own.map(({ nonce }) => nonce));
  if (!seen.mine.every((seat) => drawn.has(seen.nonces.get(seat) ?? ""))) return bad("own");
  const throws = proof.throws.map(({ move }) => move);
  if (!same(throws, seen.throws)) return bad("throws");
  const wrong = firstWrong(proof, couldComeUp);
  return wrong >= 0 ? bad("throw", wrong) : { good: true, throws: throws.length };
}

/** The text that says what this device saw itself: what was over before it came in, it can only have been told. */
export function witnessed({ cameIn, mine }: Pick<Seen, "cameIn" | "mine">): string {
  if (cameIn !== "start") return `proof.came.${cameIn}`;
  return mine.length > 0 ? "proof.own" : "proof.own.none";
}
