// Which component draws which game, fetched when a table needs it. A game without one of its own is drawn from its cells
// alone.

import type { Component } from "svelte";
import type { Table } from "../lib/table.svelte";

export type BoardComponent = Component<{ table: Table }>;

const BOARDS: Record<string, () => Promise<{ default: BoardComponent }>> = {
  krabcek: () => import("./Krabcek.svelte"),
  kriskras: () => import("./Kriskras.svelte"),
  knopf: () => import("./Knopf.svelte"),
  cubus: () => import("./Cubus.svelte"),
};

export async function boardOf(game: string): Promise<BoardComponent> {
  return (await (BOARDS[game] ?? (() => import("./Plain.svelte")))()).default;
}
