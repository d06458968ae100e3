import { expect, test } from "vitest";
import { statusLine } from "./statusLine";
import type { Table } from "./store.svelte";

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
