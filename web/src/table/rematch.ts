// Once more: the same people go on at another table. Each browser takes its chairs along, one side further.

import { go } from "../pages/router.svelte";
import type { Table } from "./store.svelte";

interface Kept {
  seat: number;
  name: string;
}
const kept = new Map<string, Kept[]>();

/** Where the chairs of a browser are at the next table. */
export function further(yours: readonly number[], names: readonly string[]): Kept[] {
  return yours.map((seat) => ({ seat: (seat + 1) % names.length, name: names[seat] ?? "" }));
}

/** Go to the next table. */
export function follow(table: Table): void {
  if (table.rematch === null) return;
  const names = table.seats.map((seat) => seat.name ?? "");
  kept.set(table.rematch, further(table.yours, names));
  go(`/t/${table.rematch}`);
}

/** Whoever came from the last table sits down, without being asked again. */
export async function sitAgain(table: Table): Promise<void> {
  const chairs = kept.get(table.address) ?? [];
  kept.delete(table.address);
  for (const { seat, name } of chairs) await table.sit(seat, name);
}
