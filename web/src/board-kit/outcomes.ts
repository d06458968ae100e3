// What could have come up at a throw. The server lists it, and a host who lies could list it so that a throw of their
// choice seems to follow; so every game says itself what its dice look like (games/<id>/chance.ts).

/** An outcome and its chance, as a fraction. */
export type Outcome = [text: string, numerator: number, denominator: number];

/** Whether this can be all that could come up at a throw of a game, in its order and with its odds. */
export type CouldComeUp = (outcomes: readonly Outcome[]) => boolean;

/** Exactly these, in this order, all with the same chance. */
export function evenly(outcomes: readonly Outcome[], texts: readonly string[]): boolean {
  return (
    outcomes.length === texts.length &&
    outcomes.every(([text, part, of], index) => text === texts[index] && part === 1 && of === texts.length)
  );
}

/** Some of these, in this order, and together the whole. */
export function partly(outcomes: readonly Outcome[], texts: readonly string[]): boolean {
  const places = outcomes.map(([text]) => texts.indexOf(text));
  const inOrder = places.every((place, index) => place > (places[index - 1] ?? -1));
  const total = outcomes.reduce((sum, [, part, of]) => sum + part / of, 0);
  return inOrder && outcomes.every(([, part, of]) => part > 0 && of > 0) && Math.abs(total - 1) < 1e-9;
}
