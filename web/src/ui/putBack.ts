// What was picked is put back: the keyboard is where it was picked, however far it has gone since.

import type { Table } from "../table/store.svelte";
import { focusCell } from "./focus";

export function putBack(table: Pick<Table, "picked" | "refusal" | "clearSelection">): void {
  const cell = table.picked.find((picked) => !picked.startsWith("button:"));
  table.refusal = ""; // it was about what is put back
  table.clearSelection();
  if (cell !== undefined) focusCell(cell);
}
