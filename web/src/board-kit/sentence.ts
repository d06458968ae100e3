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

/** What the value of a phrase tells in its turn, by name: the number of a gate. */
export function namedValue(sentence: Phrase, name: string, of: string): string | undefined {
  const value = inner(sentence, name)?.values[of];
  return value === undefined || typeof value === "object" ? undefined : String(value);
}

/** The last part of the key of each phrase in a row: "L" and "T" of "2 left sides and 1 closed lid". */
export function namedKinds(sentence: Phrase, name: string): string[] {
  const value = sentence.values[name];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => (typeof item === "object" && "key" in item ? [item.key.split(".").at(-1) ?? ""] : []));
}

/** The seat of the player that a sentence names as its side. */
export function namedSide(sentence: Phrase): number {
  return Number(inner(sentence, "side")?.values["seat"] ?? 0);
}
