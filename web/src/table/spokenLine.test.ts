import { beforeAll, expect, test, vi } from "vitest";
import { startTexts } from "../i18n/i18n.svelte";
import { tableOf } from "../testRender";
import { LastLine, spokenLine } from "./spokenLine";

vi.mock("../games/registry", () => ({ manifestOf: () => undefined }));
beforeAll(() =>
  startTexts({
    fetch: () => Promise.resolve({ "any.goes": "Somebody goes to {end}." }),
    kept: () => null,
    keep: () => undefined,
  }),
);

const actions = ["a2", "b2", "a3"].map((end, index) => ({
  seat: index % 2,
  text: end,
  story: [{ key: "any.goes", values: { end } }],
}));

test("whoever looks back is told which of the turns it is, and what was played", () => {
  expect(spokenLine(tableOf({ actions, back: 2 }), false)).toBe("Looking back: 2 of 3. Somebody goes to b2.");
  expect(spokenLine(tableOf({ actions, back: 0 }), false)).toBe("Looking back: 0 of 3. The beginning of the game.");
});

test("what is asked is said once, and again after something else was told", () => {
  const last = new LastLine();
  const news = [-1, -1, 3, 3].map((number) => last.isNews("Move a button.", number));
  expect(news).toEqual([true, false, true, false]);
  expect(last.isNews("Take a button.", 3)).toBe(true);
});
