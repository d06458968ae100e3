import { expect, it } from "vitest";
import { htmlOf } from "../../testRender";
import type { Kind, Spot } from "./lattice";
import Marks from "./Marks.svelte";

const tile = (kind: Kind, a: number, b: number, id: number) => ({ kind, a, b, id });

/** How often a draft has a wrong tile marked, and how often an empty place. */
function marked(spot: Spot[]): [wrong: number, lacking: number] {
  const drafting = {
    tiles: [tile("L", 0, 0, 1), tile("R", 0, 0, 2), tile("T", 3, 3, 3)],
    draft: { slots: [] },
    places: [],
    corners: [],
    open: true,
    changed: true,
    drafted: true,
    carried: null,
    held: [],
    holds: () => false,
    moved: new Set<number>(),
    answer: { spot },
  };
  const html = htmlOf(Marks, { drafting: drafting as never, hovered: null, scale: 40 });
  const classes = [...html.matchAll(/class="(wrong[^"]*)"/g)].map((match) => match[1] ?? "");
  const lacking = classes.filter((name) => name.includes("lacking")).length;
  return [classes.length - lacking, lacking];
}

it("a missing tile is an empty place, a wrong one a tile", () => {
  expect(marked([["T", 3, 3]])).toEqual([1, 0]);
  expect(marked([["T", 0, 0]])).toEqual([0, 1]);
});
