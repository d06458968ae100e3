import { expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import { htmlOf } from "../../testRender";
import Marks from "./Marks.svelte";

const PLACES: Record<string, Point> = { e5: [4.5, 5.5], g7: [6.5, 3.5] };

it("scissors are those of whoever threatens, told by their shape too", () => {
  const html = htmlOf(Marks, {
    place: (cell: string) => PLACES[cell] ?? null,
    landings: [],
    grouping: new Set<string>(),
    exposed: [],
    taker: 0,
    faint: false,
    threatened: [{ cell: "e5", taker: 1 }],
    prey: [{ cell: "g7", taker: 0 }],
  });
  const [blue = "", red = ""] = html.split('class="danger').slice(1);
  expect(blue).toMatch(/^ side1/);
  expect(blue).toMatch(/<path [^>]*class="tag/);
  expect(red).toMatch(/^ side0/);
  expect(red).toMatch(/<circle [^>]*class="tag/);
});

it("a landing where one would be threatened has the scissors of the other side", () => {
  const html = htmlOf(Marks, {
    place: (cell: string) => PLACES[cell] ?? null,
    landings: ["e5", "g7"],
    grouping: new Set<string>(),
    exposed: ["g7"],
    taker: 1,
    faint: false,
    threatened: [],
    prey: [],
  });
  const [, safe = "", exposed = ""] = html.split('class="landing');
  expect([safe, exposed].map((landing) => landing.includes('class="danger side1'))).toEqual([false, true]);
});
