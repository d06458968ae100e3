import { expect, test } from "vitest";
import { decidingScores } from "./gameEnd";
import type { Table } from "./store.svelte";

/** A game that is over, of which only that is there which the scores need. */
const over = (game: string, result: object): Table => ({ game, result, view: { scores: [12, 4] } }) as unknown as Table;
const shown = (table: Table): string[][] =>
  decidingScores(table).map(({ points, said }) => points.map((score) => said(score)));

test("scores that did not decide the game are not shown as if they had", () => {
  expect(shown(over("kriskras", { winners: [1], points: null, reason: "musketeers_home" }))).toEqual([]);
  expect(shown(over("cubus", { winners: [1], points: null, reason: "resigned" }))).toEqual([]);
  expect(shown(over("knopf", { winners: [], points: [0, 0], reason: "quiet" }))).toEqual([]);
});

test("scores that decided it say what they count", () => {
  expect(shown(over("kriskras", { winners: [0], points: [12, 1], reason: "idle" }))).toEqual([
    ["12 points", "1 point"],
  ]);
  expect(shown(over("knopf", { winners: [0], points: [5, 2], reason: "target" }))).toEqual([["5 taken", "2 taken"]]);
  const building = { winners: [1], points: [10, 12], reason: "points" };
  expect(shown(over("cubus", { winners: [0], points: [7, 1], reason: "demolition", earlier: building }))).toEqual([
    ["10 points", "12 points"],
    ["7 tiles", "1 tile"],
  ]);
});
