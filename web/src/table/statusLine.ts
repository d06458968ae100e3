// The text of the status line: what to do now, or who is to move.

import { manifestOf } from "../games/registry";
import { say, t } from "../i18n/i18n.svelte";
import { playerName, sideName } from "./labels";
import type { Table } from "./store.svelte";

/** What to do now; for those who only wait, for whom. */
export function statusLine(table: Table): string {
  const view = table.view;
  if (view === null) return "";
  if (table.status !== "playing") return table.ended === null ? "" : say(table.result?.say);
  const seat = table.seats[view.player];
  const prompt = say(view.ask);
  if (seat === undefined || table.back !== null) return prompt;
  if (seat.bot) return t("thinking");
  const side = sideName(table.game, seat.side, view.player);
  const manifest = manifestOf(table.game);
  if (table.acting === null && !manifest?.phasesForAll?.includes(view.phase))
    return t("turn.of", { name: playerName(table, view.player) });
  return table.yours.length > 1 ? (manifest?.promptAtOneScreen?.(prompt, side) ?? prompt) : prompt;
}
