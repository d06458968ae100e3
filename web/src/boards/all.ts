// Which component draws which game. A game without one of its own is drawn from its cells alone.

import type { Component } from "svelte";
import type { Table } from "../lib/table.svelte";
import Plain from "./Plain.svelte";

const BOARDS: Record<string, Component<{ table: Table }>> = {};

export function boardOf(game: string): Component<{ table: Table }> {
  return BOARDS[game] ?? Plain;
}
