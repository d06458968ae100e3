import { expect, it } from "vitest";
import type { Choice, Point } from "../../board-kit/contract";
import { htmlOf } from "../../testRender";
import Marks from "./Marks.svelte";
import { marksOf } from "./redGreenGesture";

const choices: Choice[] = [{ move: "b3-c3-c5", picks: ["b3", "c3", "c5"], path: [] }];
const at = (cell: string): Point => [cell.charCodeAt(0) - 97, Number(cell.slice(1))];

function shown(picked: string[], route: string[] = []): string {
  const last = ["m7", "l7", "l6"];
  const marks = marksOf(choices, picked);
  const given = { over: false, at, choices, picked, marks, hovered: "", last, returned: ["h17"], look: [], route };
  return htmlOf(Marks, { ...given, leaving: [], taken: () => false });
}

it("shows the last move until a fighter is picked or a hint is looked at", () => {
  expect(shown([])).toMatch(/leg was.*began.*ended/s);
  for (const html of [shown(["b3"]), shown(["b3", "c3"]), shown([], ["b3", "c3", "c5"])])
    expect(html).not.toMatch(/was|began|ended/);
});
