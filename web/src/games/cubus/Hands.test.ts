import { expect, test } from "vitest";
import { addTexts } from "../../i18n/i18n.svelte";
import { htmlOf } from "../../testRender";
import type { DraftStore } from "./draftStore.svelte";
import type { CubusProps } from "./extra";
import Hands from "./Hands.svelte";
import en from "./text.en.json";
import nl from "./text.nl.json";

addTexts({ en, nl });

/** What is drawn for the player to move, who has drawn last what is written. */
function drawn(last: string, more: object = {}): string {
  const hand = { L: 1, R: 2, T: 0, O: 0 };
  const extra = { hands: [hand, hand], stock: hand, turn: 0, passer: null, demolition_scores: null };
  const view = { extra, phase: "build", marks: { usable: ["hand:0:L"] }, scores: [54, 1] };
  const game = {
    view,
    yours: [0],
    people: [0],
    acting: 0,
    past: null,
    board: { cells: [] },
    actions: [{ text: last }],
    ...more,
  };
  const drafting = { open: true, left: hand, carried: null };
  return htmlOf(Hands, {
    game: game as unknown as CubusProps,
    drafting: drafting as unknown as DraftStore,
    ongrab: () => undefined,
    ontake: () => undefined,
  });
}

/** The large tiles of that player. */
function tiles(last: string): string[] {
  return drawn(last).match(/<button.*?<\/button>/gs) ?? [];
}

test("a lesson tells everybody's points, which at a table stand in the list of players", () => {
  const counted = (html: string): number => (html.match(/class="points/g) ?? []).length;
  expect(counted(drawn("+R", { lesson: true }))).toBe(2);
  expect(counted(drawn("+R"))).toBe(0);
});

test("with points beside it, a name is short enough to be read whole", () => {
  expect(drawn("--", { lesson: true })).toMatch(/aria-label="Your tiles"[^]*<h2[^>]*>You<\/h2>/);
});

test("what is left over lies together, when the stock is empty: instead of that everybody's points are told", () => {
  const hand = { L: 1, R: 2, T: 0, O: 0 };
  const none = { L: 0, R: 0, T: 0, O: 0 };
  const extra = { hands: [hand, hand], stock: none, turn: 0, passer: null, demolition_scores: null };
  const view = { extra, phase: "leftovers", marks: { usable: ["hand:0:L", "hand:1:L"] }, scores: [50, 54] };
  const html = drawn("--", { lesson: true, view });
  expect(html).toContain(">All leftover tiles<");
  expect(html).not.toContain('class="stock');
  expect(html.match(/class="points/g)).toHaveLength(2);
  expect(html).not.toContain('class="few');
});

test("the picture of the stock is empty when the stock is", () => {
  const gone = /class="stack[^"]*gone/;
  const none = { L: 0, R: 0, T: 0, O: 0 };
  const extra = { hands: [none, none], stock: none, turn: 0, passer: null, demolition_scores: null };
  expect(drawn("--", { view: { extra, phase: "build", marks: {}, scores: [1, 1] } })).toMatch(gone);
  expect(drawn("--")).not.toMatch(gone);
});

test("a lesson has no line for somebody who has nothing; at a table everybody keeps a place", () => {
  const hand = { L: 1, R: 0, T: 0, O: 0 };
  const none = { L: 0, R: 0, T: 0, O: 0 };
  const extra = { hands: [hand, none], stock: hand, turn: 0, passer: null, demolition_scores: null };
  const view = { extra, phase: "build", marks: { usable: ["hand:0:L"] }, scores: [0, 0] };
  expect(drawn("--", { lesson: true, view })).not.toContain("<li");
  expect(drawn("--", { view })).toContain("<li");
});

test("tiles of somebody else stand under their name, which is not cut, and are called theirs to the ear", () => {
  const html = drawn("--", { yours: [0, 1], people: [0, 1] });
  expect(html).toMatch(/aria-label="([^"]+)’s tiles"[^]*<h2[^>]*>\1<\/h2>/);
  expect(drawn("--")).toMatch(/<h2[^>]*>Your tiles<\/h2>/);
});

test("a tile that was drawn is called new, and is not framed as if it were picked", () => {
  const [left, right] = tiles("+R");
  expect(right).toContain(">new<");
  expect(left).not.toContain(">new<");
  expect(left?.match(/class="([^"]*)"/)?.[1]).toBe(right?.match(/class="([^"]*)"/)?.[1]);
  expect(tiles("--").join("")).not.toContain(">new<");
});
