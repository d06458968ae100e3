// A table that begins at a position, to play on from there.

import { createTable } from "../net/api";
import type { TableRequest } from "../net/types";
import { go } from "../pages/router.svelte";
import { fetchExample, type Shown } from "./api";

/** Open a table at a position; against the computer one sits where the player to move does. */
export async function openAt(game: string, shown: Shown, way: "here" | "computer"): Promise<void> {
  const players = seatsOf(shown);
  const seat = Math.max(0, shown.view.player);
  const start = JSON.stringify(shown.position);
  const seats = Array.from({ length: players }, (_, index) => (way === "here" || index === seat ? "person" : "family"));
  const wanted = { game, start, seats, sit: way === "here" ? "all" : seat } as TableRequest;
  go(`/t/${await createTable(wanted)}`);
}

export async function openExample(game: string, example: string, way: "here" | "computer"): Promise<void> {
  await openAt(game, await fetchExample(game, example), way);
}

/** How many play: a position says so where games differ in it. */
function seatsOf(shown: Shown): number {
  const players = shown.position["players"];
  return typeof players === "number" ? players : 2;
}
