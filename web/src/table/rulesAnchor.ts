// Which paragraph of a game's rules page is about the decision that is due.

import byPhase from "./rulesAnchors.json";

const PHASES: Record<string, Record<string, string>> = byPhase;

/** Moves of one kind, by their notation, with the paragraph about them. */
export const KINDS: Record<string, readonly [kind: RegExp, anchor: string][]> = {
  krabcek: [
    [/^[SMB]@/, "enter"],
    [/<>/, "switch"],
    [/\^/, "fly"],
    [/^[THVG]\w+[-+]/, "walk"],
  ],
  kriskras: [[/^--$/, "lapse"]],
};

/** The paragraph of a phase; where only moves of one kind can be made, the one about these. */
export function rulesAnchor(game: string, phase: string, choices: readonly string[][]): string {
  const moves = choices.map(([move = ""]) => move);
  const only = (KINDS[game] ?? []).find(([kind]) => moves.length > 0 && moves.every((move) => kind.test(move)));
  return only?.[1] ?? PHASES[game]?.[phase] ?? "";
}
