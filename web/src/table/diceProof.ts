// Checking the dice here, in the browser: the seed that is shown now must be the one that was promised, and every
// throw must follow from it. The construction is described in docs/dice.md.

// over plain http in a home network browsers offer no hashes of their own
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

export interface Proof {
  commitment: string;
  seed: string;
  nonces: string[];
  throws: { move: string; outcomes: [string, number, number][] }[];
}

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

/** How many throws were checked, or the number of the first that is wrong; -1 if the promise itself was broken. */
export function check(proof: Proof): { good: true; throws: number } | { good: false; wrong: number } {
  const seed = hexToBytes(proof.seed);
  if (bytesToHex(sha256(seed)) !== proof.commitment) return { good: false, wrong: -1 };
  const label = new TextEncoder().encode("speelkist dice 1");
  const nonces = proof.nonces
    .map((nonce) => hexToBytes(nonce))
    .map((nonce) => concatBytes(bytes(nonce.length, 4), nonce));
  const key = hmac(sha256, seed, concatBytes(label, ...nonces));
  for (const [event, thrown] of proof.throws.entries()) {
    const total = thrown.outcomes.reduce((sum, [, , denominator]) => commonMultiple(sum, BigInt(denominator)), 1n);
    let rest = below(total, key, event);
    const due = thrown.outcomes.find(([, numerator, denominator]) => {
      rest -= BigInt(numerator) * (total / BigInt(denominator));
      return rest < 0n;
    });
    if (due?.[0] !== thrown.move) return { good: false, wrong: event };
  }
  return { good: true, throws: proof.throws.length };
}
