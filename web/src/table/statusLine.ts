// The one line that says what to do now, or what is waited for.

import { sideName } from "./labels";
import type { Table } from "./store.svelte";
import { say, t } from "../i18n/i18n.svelte";

/** In these phases everybody is asked, or the line says more than whose turn it is. */
const FOR_ALL = ["knock", "show", "leftovers", "demolish"];

/** What to do now; for whoever only waits, for whom. */
export function statusLine(table: Table): string {
  const view = table.view;
  if (view === null) return "";
  if (table.status !== "playing") return table.ended === null ? "" : say(table.result?.say);
  const seat = table.seats[view.player];
  if (seat === undefined || table.back !== null) return say(view.ask);
  if (seat.player) return t("thinking");
  const side = sideName(table.game, seat.side, view.player);
  if (table.acting === null && !FOR_ALL.includes(view.phase)) return t("turn.of", { name: seat.name || side });
  // buttons are spoken to without a name, and at one screen it must be clear whose
  if (table.game === "knopf" && table.yours.length > 1) return `${side}: ${uncapital(say(view.ask))}`;
  return say(view.ask);
}

function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
