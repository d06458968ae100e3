import { expect, test, vi } from "vitest";
import { addTexts } from "../i18n/i18n.svelte";
import { statusLine } from "./statusLine";
import type { Table } from "./store.svelte";

/** The players after the first are asked together. */
vi.mock("../games/registry", () => ({
  manifestOf: () => ({
    asksToo: (view: { phase: string }, yours: number[]) => view.phase === "answer" && !yours.includes(0),
  }),
}));
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
  const waiting = (phase: string, players: number): Table =>
    ({
      ...begun(),
      acting: null,
      yours: [0],
      view: { player: 1, phase },
      seats: ["Anna", "Bob", "Carla"].slice(0, players).map((name) => ({ name, side: "", taken: true })),
    }) as unknown as Table;
  expect(statusLine(waiting("answer", 2))).toMatch(/^.?Bob.? may answer, of 1 who may\.$/);
  expect(statusLine(waiting("answer", 3))).toMatch(/^.?Bob.? may answer, of 2 who may\.$/);
  expect(statusLine(waiting("move", 2))).toMatch(/^It is .?Bob.?’s turn\.$/);
});
