import { beforeAll, expect, it, vi } from "vitest";
import { loadTexts } from "../../i18n/i18n.svelte";
import { htmlOf } from "../../testRender";
import type { KriskrasProps } from "./extra";
import Tray from "./Tray.svelte";

const texts = vi.hoisted(() => ({
  "kriskras.side.white": "White",
  "kriskras.side.black": "Black",
  "kriskras.view.soldiers_lost": "{side}: {n} soldiers",
}));
vi.mock("../../net/api", () => ({ fetchTexts: () => Promise.resolve(texts) }));
beforeAll(loadTexts);

it("shows how many soldiers each side has lost, and nothing where none is", () => {
  const shown = (...pieces: [number, string][]): string => {
    const view = { extra: { turn: 0, lost: [0, 0] }, pieces: Object.fromEntries(pieces.entries()) };
    const game = { view, board: { extra: { stars: ["b3", "d3", "b15", "d15"] } }, dice: null, past: null };
    return htmlOf(Tray, { game: game as unknown as KriskrasProps, wide: 15.8, turned: false });
  };
  const black: [number, string][] = [
    [1, "soldier"],
    [1, "soldier"],
  ];
  expect(shown([0, "musketeer"], ...black)).toMatch(/White: 2 soldiers.*>2<\/text>/s);
  expect(shown([0, "soldier"], ...black)).toContain("White: 1 soldiers<");
  expect(shown([0, "soldier"], [0, "soldier"], ...black)).not.toContain("soldiers<");
  expect(shown([0, "soldier"], ...black)).not.toContain("Black:");
});
