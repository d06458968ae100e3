import { expect, it, vi } from "vitest";
import type { Action } from "./state.svelte";
import { byOthers, lately, listed, numberOf, ownerOf, turnAt, turnsOf } from "./turns";

vi.mock("../i18n/i18n.svelte", () => ({ hasShort: ({ key }: { key: string }) => key !== "score" }));

const action = (seat: number, text: string): Action => ({ seat, text, story: [{ key: text, values: {} }] });
const keys = (phrases: readonly { key: string }[]): string[] => phrases.map(({ key }) => key);

it("joins a throw to the move that follows it", () => {
  const turns = turnsOf([action(-1, "white"), action(-1, "r3g5"), action(0, "b2-e2-h5"), action(-1, "r1g1")]);
  expect(turns.map(({ seat, actions, end }) => [seat, actions.map(({ text }) => text), end])).toEqual([
    [0, ["white", "r3g5", "b2-e2-h5"], 3],
    [-1, ["r1g1"], 4],
  ]);
});

it("joins what a player does without a throw in between", () => {
  expect(turnsOf([action(0, "a1-a2"), action(1, "!d4"), action(1, "c2-c5")]).map((turn) => turn.end)).toEqual([1, 3]);
});

it("joins a throw to the move before it where the turn goes on, and so on until it is over", () => {
  const game = [action(0, "=h1"), action(0, "-f17"), action(-1, "r1g2"), action(0, "h1-i1-i3"), action(-1, "r3g3")];
  const ends = (count: number): number[] =>
    turnsOf([action(1, "b9-c9"), ...game.slice(0, count)], [/^=/, /^-[a-q]/]).map((turn) => turn.end);
  expect(ends(1)).toEqual([1, 2]);
  expect(ends(3)).toEqual([1, 4]);
  expect(ends(5)).toEqual([1, 5, 6]);
  expect(turnsOf(game).map((turn) => turn.end)).toEqual([2, 4, 5]);
});

it("names a turn that has only been thrown for by the player of the throw", () => {
  const thrown = {
    ...action(-1, "r1g1"),
    story: [{ key: "throw", values: { side: { key: "red", values: { seat: 1 } } } }],
  };
  expect(turnsOf([action(0, "a"), thrown]).map(ownerOf)).toEqual([0, 1]);
  expect(turnsOf([action(-1, "lots")]).map(ownerOf)).toEqual([-1]);
});

it("leaves out a long row of throws", () => {
  const row = ["1", "2", "3", "4", "5", "6", "7"].map((text) => action(-1, text));
  expect(listed(row)).toEqual([]);
  expect(listed([...row, action(0, "gate 1")]).map(({ text }) => text)).toEqual(["gate 1"]);
  expect(listed(row.slice(0, 2))).toHaveLength(2);
});

it("counts the turns that are listed", () => {
  const turns = turnsOf([action(-1, "3"), action(0, "a"), action(-1, "4"), action(1, "b")]);
  expect(turnAt(turns, 2)).toEqual({ n: 1, all: 2 });
  expect(turnAt(turns, 0)).toEqual({ n: 0, all: 2 });
});

it("numbers an action as the list does, a throw with the move that follows it", () => {
  const turns = turnsOf([action(-1, "3"), action(0, "a"), action(-1, "4"), action(1, "b"), action(-1, "5")]);
  expect([1, 2, 3, 4, 5].map((actions) => numberOf(turns, actions))).toEqual([1, 1, 2, 2, 3]);
});

it("tells what has happened since one's own move, or else that move", () => {
  const game = [action(0, "mine"), action(-1, "die"), action(1, "theirs"), action(-1, "my die")];
  expect(keys(lately(game, [0], false))).toEqual(["die", "theirs", "my die"]);
  expect(keys(lately(game.slice(0, 1), [0], false))).toEqual(["mine"]);
});

it("still tells what others did by one's own move once they have moved", () => {
  const mine = { seat: 0, text: "c2-c5", story: ["move", "taken", "score"].map((key) => ({ key, values: {} })) };
  expect(keys(byOthers(mine))).toEqual(["taken"]);
  expect(keys(lately([mine, action(1, "theirs")], [0], false))).toEqual(["taken", "theirs"]);
  expect(keys(lately([mine], [0], false))).toEqual(["move", "taken", "score"]);
});

it("tells whoever moved what came of it, where the game says so", () => {
  const game = [action(0, "knock"), action(0, "points"), action(-1, "draw")];
  expect(keys(lately(game, [0], false))).toEqual(["draw"]);
  expect(keys(lately(game, [0], false, { tellsMover: ["knock", "points"] }))).toEqual(["knock", "points", "draw"]);
});

it("tells whoever moved what they did until somebody else has moved, where the game says so", () => {
  const game = [action(1, "theirs"), action(-1, "draw"), action(0, "build"), action(-1, "their draw")];
  const telling = { tellsMoverFirst: ["build"] };
  expect(keys(lately(game, [0], false, telling))).toEqual(["build", "their draw"]);
  expect(keys(lately([...game, action(1, "pass")], [0], false, telling))).toEqual(["their draw", "pass"]);
});

it("tells those who gave no answer that it was given for them", () => {
  const game = [action(0, "mine"), action(1, "pass"), { ...action(0, "late"), auto: true }, action(-1, "draw")];
  expect(keys(lately(game, [0], false))).toEqual(["pass", "late", "draw"]);
});

it("tells that somebody asked for a hint before their move", () => {
  const hint = { key: "table.hint.asked", values: {} };
  expect(keys(lately([action(0, "mine"), { ...action(1, "theirs"), hint }], [0], false))).toEqual([
    "table.hint.asked",
    "theirs",
  ]);
});

it("tells the last turn where all play at one screen", () => {
  const game = [action(0, "a"), action(1, "b"), action(-1, "die")];
  expect(keys(lately(game, [0, 1], true))).toEqual(["b", "die"]);
});

it("does not tell how chance laid out a board", () => {
  const layout = Array.from({ length: 16 }, () => action(-1, "tile"));
  expect(lately(layout, [0], false)).toEqual([]);
  expect(keys(lately([...layout, action(1, "theirs")], [0], false))).toEqual(["theirs"]);
});
