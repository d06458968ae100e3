// A rematch: the same people go on at another table. Each browser takes its seats along, one side further.

import { go } from "../pages/router.svelte";
import type { Table } from "./store.svelte";

interface Kept {
  seat: number;
  name: string;
}
const kept = new Map<string, Kept[]>();

/** Where the seats of a browser are at the next table. */
export function further(yours: readonly number[], names: readonly string[]): Kept[] {
  return yours.map((seat) => ({ seat: (seat + 1) % names.length, name: names[seat] ?? "" }));
}

/** Whether somebody else wants a rematch: whoever sits here decides for themselves whether they come along. */
export function isAsked({ rematch, rematchBy, yours }: Table): boolean {
  return rematch !== null && yours.length > 0 && !yours.includes(rematchBy);
}

/** Go to the next table. */
export function follow(table: Table): void {
  if (table.rematch === null) return;
  const names = table.seats.map((seat) => seat.name ?? "");
  kept.set(table.rematch, further(table.yours, names));
  go(`/t/${table.rematch}`);
}

/** Players who come from the last table take their seats without being asked again. */
export async function sitAgain(table: Table): Promise<void> {
  const seats = kept.get(table.id) ?? [];
  kept.delete(table.id);
  for (const { seat, name } of seats) await table.sit(seat, name);
}
