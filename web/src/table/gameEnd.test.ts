import { expect, test } from "vitest";
import { addTexts } from "../i18n/i18n.svelte";
import { decidingScores, headline } from "./gameEnd";
import { tableOf } from "../testRender";
import type { Table } from "./store.svelte";

const texts = { "counted.score": "{n} taken", "counted.score.later": "{n} tiles" };
addTexts({ en: texts, nl: texts });

/** A game that is over, of which only that is there which the scores need. */
const over = (game: string, result: object): Table => ({ game, result, view: { scores: [12, 4] } }) as unknown as Table;
const shown = (table: Table): string[][] =>
  decidingScores(table).map(({ points, said }) => points.map((score) => said(score)));

test("scores that did not decide the game are not shown as if they had", () => {
  expect(shown(over("any", { winners: [1], points: null, reason: "home" }))).toEqual([]);
  expect(shown(over("counted", { winners: [1], points: null, reason: "resigned" }))).toEqual([]);
  expect(shown(over("counted", { winners: [], points: [0, 0], reason: "quiet" }))).toEqual([]);
});

test("scores that decided it say what they count", () => {
  expect(shown(over("any", { winners: [0], points: [12, 1], reason: "idle" }))).toEqual([["12 points", "1 point"]]);
  const earlier = { winners: [1], points: [10, 12], reason: "points" };
  expect(shown(over("counted", { winners: [0], points: [7, 2], reason: "later", earlier }))).toEqual([
    ["10 taken", "12 taken"],
    ["7 tiles", "2 tiles"],
  ]);
});

test("several who won are named in one sentence", () => {
  const seats = ["Anna", "Bram", "Cor", "Dina"].map((name, side) => ({ side: `${side}`, taken: true, name }));
  const table = tableOf({ seats, yours: [], ended: { winners: [0, 1, 2] } });
  expect(headline(table)).toBe("Anna, Bram and Cor won. Congratulations!");
});
