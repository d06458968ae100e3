import { beforeAll, expect, it, vi } from "vitest";
import { startTexts } from "../../i18n/i18n.svelte";
import { htmlOf } from "../../testRender";
import type { KriskrasProps } from "./extra";
import Tray from "./Tray.svelte";

const texts = vi.hoisted(() => ({
  "kriskras.side.white": "White",
  "kriskras.side.black": "Black",
  "kriskras.view.lost": "{side}: {n} musketeers",
  "kriskras.view.soldiers_lost": "{side}: {n} soldiers",
}));
beforeAll(() => startTexts({ fetch: () => Promise.resolve(texts), kept: () => null, keep: () => undefined }));

const shownWith = (lost: number[], pieces: [number, string][]): string => {
  const view = { extra: { turn: 0, lost }, pieces: Object.fromEntries(pieces.entries()) };
  const game = { view, board: { extra: { stars: ["b3", "d3", "b15", "d15"] } }, dice: null, past: null };
  return htmlOf(Tray, { game: game as unknown as KriskrasProps, wide: 15.8, turned: false });
};

it("has room for three lost musketeers, the lost soldiers and the dice beside each other", () => {
  const html = shownWith([3, 3], []);
  const places = [...html.matchAll(/translate\(([\d.]+) 0\.8/g)].map(([, x]) => Number(x)).sort((a, b) => a - b);
  const [third = 0, soldiers = 0] = places.slice(2, 4);
  const arrows = 15.8 / 2 - 0.85 - 1.55 - 0.7; // of the red die
  expect(places).toHaveLength(8); // three and the count on either side
  expect(soldiers - third).toBeGreaterThan(0.75); // half of each, drawn smaller
  expect(arrows - (soldiers + 0.55 + 0.22)).toBeGreaterThan(0.7);
  expect(html.match(/<title>/g)).toHaveLength(4);
});

it("shows how many soldiers each side has lost, and nothing where none is", () => {
  const shown = (...pieces: [number, string][]): string => shownWith([0, 0], pieces);
  const black: [number, string][] = [
    [1, "soldier"],
    [1, "soldier"],
  ];
  expect(shown([0, "musketeer"], ...black)).toMatch(/White: 2 soldiers.*>2<\/text>/s);
  expect(shown([0, "soldier"], ...black)).toContain("White: 1 soldiers<");
  expect(shown([0, "soldier"], [0, "soldier"], ...black)).not.toContain("soldiers<");
  expect(shown([0, "soldier"], ...black)).not.toContain("Black:");
});
