import { expect, test, vi } from "vitest";
import { Hints } from "./hints.svelte";
import type { Table } from "./store.svelte";
import type { HintData } from "../net/types";

const manifest = vi.hoisted(() => ({ choicesAreComplete: true }));
vi.mock("../games/registry", () => ({ manifestOf: () => manifest }));

const ANSWER = { moves: [{ move: "b2-a1" }] } as unknown as HintData;

/** A table of which only that is there which hints use, with a hint that comes when it is told to. */
function waiting(picked: string[]): { hints: Hints; shown: string[]; answer: () => Promise<void> } {
  let arrive: (answer: HintData) => void = () => undefined;
  const shown: string[] = [];
  const table = {
    game: "any game",
    acting: 0,
    playback: { showing: false },
    withHints: true,
    actions: [],
    picked,
    hint: () => new Promise<HintData>((resolve) => (arrive = resolve)),
    previewMove: (move: string) => Promise.resolve(shown.push(move)),
    clearPreview: () => undefined,
  };
  const hints = new Hints(table as unknown as Table);
  const asked = hints.ask();
  return {
    hints,
    shown,
    answer: () => {
      arrive(ANSWER);
      return asked;
    },
  };
}

test("a hint shows its first move on the board", async () => {
  const { hints, shown, answer } = waiting([]);
  await answer();
  expect(shown).toEqual(["b2-a1"]);
  expect(hints.current?.move).toBe("b2-a1");
});

test("a hint that comes while something is picked is listed, and takes nothing away", async () => {
  const { hints, shown, answer } = waiting(["b2"]);
  await answer();
  expect(shown).toEqual([]);
  expect(hints.current?.move).toBe("b2-a1");
});

test("where there is no hint, asking for one says why", async () => {
  const table = { game: "any game", acting: 0 as number | null, playback: {}, view: {}, withHints: false, refusal: "" };
  const hints = new Hints(table as unknown as Table);
  const why = async (): Promise<string> => {
    await hints.ask();
    return table.refusal;
  };
  expect(await why()).toBe("This game was set up without hints.");
  Object.assign(table, { withHints: true, acting: null });
  expect(await why()).toBe("You can ask for a hint when it is your turn.");
  Object.assign(table, { acting: 0, view: { no_help: { key: "everybody looks", values: {} } } });
  expect(await why()).toBe("everybody looks");
});

test("where only one move is legal, no hint is asked for: it says that nothing else is possible", () => {
  const view = { phase: "move", choices: [{ move: "--", picks: ["button:pass"] }] };
  const table = { game: "any game", acting: 0, playback: {}, view, withHints: true };
  const hints = new Hints(table as unknown as Table);
  expect(hints.refused).toBe("Nothing else is possible: there is only one move.");
  view.choices.push({ move: "a2-a1", picks: ["a2", "a1"] });
  expect(hints.refused).toBe(null);
});

test("where moves are built that are no choices, one choice is not all there is", () => {
  const view = { phase: "move", choices: [{ move: "--", picks: ["button:pass"] }] };
  const table = { game: "any game", acting: 0, playback: {}, view, withHints: true };
  manifest.choicesAreComplete = false;
  expect(new Hints(table as unknown as Table).refused).toBe(null);
  manifest.choicesAreComplete = true;
});
