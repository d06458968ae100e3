// The buttons that a question has beside the board: those of the cells that may be picked which are no places of it.

import { say } from "../i18n/i18n.svelte";
import type { Table } from "./store.svelte";

/** The cells that are buttons now. */
export function buttonsOf(table: Table): string[] {
  return [...table.targets].filter((cell) => cell.startsWith("button:"));
}

export function buttonLabel(table: Table, cell: string): string {
  return say(table.board?.cells.find((place) => place.id === cell)?.name);
}
