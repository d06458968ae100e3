import { expect, it } from "vitest";
import { htmlOf } from "../../testRender";
import type { Point } from "../../board-kit/contract";
import { distance } from "../../board-kit/hit";
import { centre, type Kind, type Spot } from "./lattice";
import Marks from "./Marks.svelte";

const tile = (kind: Kind, a: number, b: number, id: number) => ({ kind, a, b, id });

/** What is drawn of a draft. */
function drawn(spot: Spot[], lacks = false, scale = 40): string {
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
    lacks,
  };
  return htmlOf(Marks, { drafting: drafting as never, hovered: null, scale });
}

/** How often a draft has a wrong tile marked, and how often an empty place. */
function marked(spot: Spot[], lacks = false): [wrong: number, lacking: number] {
  const html = drawn(spot, lacks);
  const classes = [...html.matchAll(/class="(wrong[^"]*)"/g)].map((match) => match[1] ?? "");
  const lacking = classes.filter((name) => name.includes("lacking")).length;
  return [classes.length - lacking, lacking];
}

it("a missing tile is an empty place, a wrong one a tile", () => {
  expect(marked([["T", 3, 3]])).toEqual([1, 0]);
  expect(marked([["T", 0, 0]])).toEqual([0, 1]);
});

it("what is only unfinished has no sign of an error: other dashes, and three dots instead of an exclamation mark", () => {
  const signs = (html: string): string[] =>
    [...html.matchAll(/class="bang[^"]*" d="([^"]*)"/g)].map(([, d]) => d ?? "");
  expect(marked([["T", 0, 0]], true)).toEqual([0, 0]);
  expect(drawn([["T", 0, 0]], true)).toContain('class="missing');
  expect(signs(drawn([["T", 0, 0]], true))).toHaveLength(1);
  expect(signs(drawn([["T", 0, 0]], true))).not.toEqual(signs(drawn([["T", 0, 0]])));
});

it("signs on small tiles are small, and missing tiles that are so small have none: their dashes are to be seen", () => {
  const two: Spot[] = [
    ["L", 1, 1],
    ["R", 1, 1],
  ];
  const [left, right] = two.map(([kind, a, b]) => centre(kind, a, b)) as [Point, Point];
  for (const scale of [14, 18, 26, 40, 90]) {
    const sizes = [...drawn(two, false, scale).matchAll(/scale\(([\d.]+)\)"/g)].map(([, size]) => Number(size));
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(2 * 0.17 * size).toBeLessThan(distance(left, right));
  }
  expect(drawn(two, true, 17)).toContain('class="missing');
  expect(drawn(two, true, 17)).not.toContain("badge");
  expect(drawn(two, true, 40)).toContain("badge");
});
