// What a sentence about a move names, for small pictures of it.

import type { Phrase } from "./contract";

/** The value of a phrase that is a phrase itself. */
function inner({ values }: Phrase, name: string): Phrase | null {
  const value = values[name];
  return typeof value === "object" && !Array.isArray(value) ? value : null;
}

/** The last part of the key of a value: "musketeer" of a phrase whose key ends so. */
export function namedKind(sentence: Phrase, name: string): string | undefined {
  return inner(sentence, name)?.key.split(".").at(-1);
}

/** The seat of the player that a sentence names as its side. */
export function namedSide(sentence: Phrase): number {
  return Number(inner(sentence, "side")?.values["seat"] ?? 0);
}
