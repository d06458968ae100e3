import { expect, test } from "vitest";
import { addTexts } from "../../i18n/i18n.svelte";
import { textOf } from "../../testRender";
import type { Edge } from "./camera";
import type { DraftStore } from "./draftStore.svelte";
import Legend from "./Legend.svelte";
import en from "./text.en.json";
import nl from "./text.nl.json";

addTexts({ en, nl });
const slot = ["L", 0, 0];
const shown = (
  slots: unknown[],
  showsLast: boolean,
  takenDown = false,
  lacks = false,
  beyond: Edge[] = [],
  moved = false,
): string =>
  textOf(Legend, {
    drafting: { draft: { slots }, showsLast, takenDown, lacks } as unknown as DraftStore,
    beyond: new Set(beyond),
    moved,
  });

test("the strip over the table says what the outlines mean, and is gone where there are none", () => {
  expect(shown([], false)).toBe("");
  expect(shown([], true)).toBe(en["cubus.legend.last"]);
  expect(shown([], true, true)).toBe(en["cubus.legend.relaid"]);
  expect(shown([slot], true)).toBe(en["cubus.legend.slot"]);
  expect(shown([slot], false, false, true)).toBe(""); // the line under the table says it
  expect(shown([], false, false, false, ["top"])).toBe(en["cubus.legend.beyond"]);
});

test("nothing is written over a table that the player has moved; arrows still tell where more places are", () => {
  expect(shown([slot], true, false, false, ["top"], true)).toBe("");
});
