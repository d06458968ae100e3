import { expect, test } from "vitest";
import { addTexts } from "../i18n/i18n.svelte";
import { statusLine } from "./statusLine";
import type { Table } from "./store.svelte";

addTexts({ en: { "any game.waits.answer": "{name} may answer, of {n} who may." }, nl: {} });

/** Somebody who has begun a move, and what they can pick next. */
const begun = (...targets: string[]): Table =>
  ({
    game: "any game",
    view: { player: 0, phase: "move", ask: { key: "what is asked", values: {} } },
    board: {
      cells: ["walk", "switch"].map((name) => ({ id: `button:${name}`, name: { key: `the ${name}`, values: {} } })),
    },
    seats: [{}],
    acting: 0,
    back: null,
    status: "playing",
    playback: {},
    picked: ["V01", "H01"],
    targets: new Set(targets),
  }) as unknown as Table;

test("where only buttons are left to be pressed, they are named", () => {
  expect(statusLine(begun("button:walk", "button:switch"))).toBe("Which do you mean: “the walk” or “the switch”?");
  expect(statusLine(begun("button:walk"))).toBe("Now press “the walk”.");
  expect(statusLine(begun("button:walk", "V02"))).toBe("what is asked");
});

test("whoever waits for an answer is told what the others may do, else whose turn it is", () => {
  const waiting = (phase: string, ...asked: number[]): Table =>
    ({
      ...begun(),
      acting: null,
      yours: [0],
      view: { ...begun().view, player: 1, phase, asked },
      seats: ["Anna", "Bob", "Carla"].map((name) => ({ name, side: "", taken: true })),
    }) as unknown as Table;
  expect(statusLine(waiting("answer", 1))).toMatch(/^.?Bob.? may answer, of 1 who may\.$/);
  expect(statusLine(waiting("answer", 1, 2))).toMatch(/^.?Bob.? may answer, of 2 who may\.$/);
  expect(statusLine(waiting("move"))).toMatch(/^It is .?Bob.?’s turn\.$/);
  expect(statusLine(waiting("answer", 0, 1))).toBe("what is asked");
});
