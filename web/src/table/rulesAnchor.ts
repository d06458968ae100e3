// Which paragraph of a game's rules page is about the decision that is due.

import { manifestOf } from "../games/registry";

/** The paragraph of a phase; where only moves of one kind can be made, the one about these. */
export function rulesAnchor(game: string, phase: string, moves: readonly string[]): string {
  const manifest = manifestOf(game);
  const only = manifest?.rulesAnchorsOfMoves?.find(
    ([kind]) => moves.length > 0 && moves.every((move) => kind.test(move)),
  );
  return only?.[1] ?? manifest?.rulesAnchors[phase] ?? "";
}
