// Which component draws which game, fetched when a table needs it. A game without one of its own is drawn from its cells
// alone.

import type { Component } from "svelte";
import type { Table } from "../table/store.svelte";

export type BoardComponent = Component<{ table: Table }>;

const BOARDS: Record<string, () => Promise<{ default: BoardComponent }>> = {
  krabcek: () => import("./krabcek/Board.svelte"),
  kriskras: () => import("./kriskras/Board.svelte"),
  knopf: () => import("./knopf/Board.svelte"),
  cubus: () => import("./cubus/Board.svelte"),
};

export async function boardOf(game: string): Promise<BoardComponent> {
  return (await (BOARDS[game] ?? (() => import("../board-kit/GenericBoard.svelte")))()).default;
}
