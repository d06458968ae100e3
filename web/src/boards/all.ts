// Which component draws which game. A game without one of its own is drawn from its cells alone.

import type { Component } from "svelte";
import type { Table } from "../lib/table.svelte";
import Knopf from "./Knopf.svelte";
import Kriskras from "./Kriskras.svelte";
import Krabcek from "./Krabcek.svelte";
import Cubus from "./Cubus.svelte";
import Plain from "./Plain.svelte";

const BOARDS: Record<string, Component<{ table: Table }>> = {
  krabcek: Krabcek,
  kriskras: Kriskras,
  knopf: Knopf,
  cubus: Cubus,
};

export function boardOf(game: string): Component<{ table: Table }> {
  return BOARDS[game] ?? Plain;
}
