// Whether a move can be taken back. The server decides; here it is told beforehand why it would refuse.

import type { Table } from "./store.svelte";

type Known = Pick<Table, "actions" | "byLink" | "yours" | "asked">;

/** Why nothing can be taken back now: the key of the server's own sentence; null where it can be asked for. */
export function undoRefused({ actions, byLink, yours, asked }: Known): string | null {
  // between people at other browsers one takes back for one's first seat, at one screen the last move of any
  const seats = byLink ? yours.slice(0, 1) : yours;
  const last = actions.findLastIndex(({ seat }) => seats.includes(seat));
  if (last < 0) return "table.undo.none";
  if (!byLink) return null;
  if (actions.slice(last).some(({ seat }) => seat < 0)) return "table.undo.chance";
  return asked === null ? null : "table.undo.asked";
}
