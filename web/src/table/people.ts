// Who sits at a table, as sentences name them.

import { capital, type Person, t } from "../i18n/i18n.svelte";
import { isolated, sideName } from "./labels";
import type { Table } from "./store.svelte";

/** The seats of this browser that a person plays. */
export function ownSeats(table: Table): number[] {
  return table.yours.filter((seat) => !table.seats[seat]?.bot);
}

/** The people at other browsers: how many, and what one of them is called where there is no other. */
export function othersOf(table: Table): { n: number; name: string } {
  const others = table.seats.flatMap((seat, index) => (seat.bot || table.yours.includes(index) ? [] : [index]));
  return { n: others.length, name: others[0] === undefined ? "" : nameAt(table, others[0]) };
}

/** Whom a sentence means by a seat: you, somebody by name, the computer; null where only the side is known. */
export function personAt(table: Table, seat: number): Person | null {
  const sitter = table.seats[seat];
  if (sitter === undefined) return null;
  const own = ownSeats(table);
  if (own.length === 1 && own[0] === seat) return { name: t("person.you"), you: true, stressed: t("you") };
  if (sitter.bot) return sitter.name ? { name: isolated(sitter.name), you: false } : computer(table, seat);
  return sitter.name ? { name: isolated(sitter.name), you: false } : null;
}

/** Which side somebody plays who has one of their own: "You are White."; otherwise nothing. A number is no side: beside
 *  "You begin." it would read as if another came first. */
export function whoYouAre(table: Table): string {
  const [seat, ...more] = ownSeats(table);
  const side = seat === undefined ? undefined : table.seats[seat]?.side;
  if (seat === undefined || side === undefined || more.length > 0 || /^\d*$/.test(side)) return "";
  return t("you.are", { side: sideName(table.game, side, seat) });
}

/** One computer is the computer; of several each has its side or its number. */
function computer(table: Table, seat: number): Person | null {
  if (table.seats.filter((other) => other.bot).length === 1) return { name: t("computer.the"), you: false };
  return /^\d*$/.test(table.seats[seat]?.side ?? "") ? { name: t("computer.nth", { n: seat + 1 }), you: false } : null;
}

/** A name to stand alone, on a chip or in a heading: "You", "Bram", "Computer 2", "White". */
export function nameAt(table: Table, seat: number): string {
  const person = personAt(table, seat);
  const name = person?.you ? t("you") : (person?.name ?? sideName(table.game, table.seats[seat]?.side ?? "", seat));
  return capital(name);
}
