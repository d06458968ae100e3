// Giving up: who still can, and what they are asked.

import { t } from "../i18n/i18n.svelte";
import { nameAt, ownSeats } from "./people";
import type { Table } from "./store.svelte";

/** From when everybody is there until the last move has been seen; not for whoever has given up or has no time left. */
export function mayGiveUp(table: Table): boolean {
  return (
    table.yours.some((seat) => !table.out.includes(seat)) &&
    (table.ended === null || table.playback.showing) &&
    table.seats.every((seat) => seat.taken || seat.bot)
  );
}

/** At one screen it is said whose game is given up; where others play on, how it goes on. */
export function resignQuestion(table: Table): string {
  const [first, ...more] = ownSeats(table);
  const giving = table.acting ?? first;
  const named = more.length > 0 && giving !== undefined;
  const question = named ? t("resign.sure.of", { name: nameAt(table, giving) }) : t("resign.sure");
  return table.seats.length > 2 ? `${question} ${t("resign.then")}` : question;
}
