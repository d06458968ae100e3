// Whether a move can be taken back. The server decides; here it is told beforehand why it would refuse. And what is told
// of one that was.

import { t } from "../i18n/i18n.svelte";
import { moveTitle } from "./labels";
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

/** What those who listen are told when only so many actions are left: pieces that go back are seen. Empty where a notice
 *  says that it was agreed. */
export function takenBack({ actions, notice }: Pick<Table, "actions" | "notice">, left: number): string {
  const move = actions.slice(left).find(({ seat }) => seat >= 0);
  if (move === undefined || notice?.key === "undo.granted") return "";
  return `${t("undo")}: ${moveTitle(move.text, move.story[0])}.`;
}
