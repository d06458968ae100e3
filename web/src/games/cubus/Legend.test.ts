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
const shown = (slots: unknown[], showsLast: boolean, takenDown = false, lacks = false, beyond: Edge[] = []): string =>
  textOf(Legend, {
    drafting: { draft: { slots }, showsLast, takenDown, lacks } as unknown as DraftStore,
    beyond: new Set(beyond),
  });

test("the strip over the table says what the outlines mean, and is gone where there are none", () => {
  expect(shown([], false)).toBe("");
  expect(shown([], true)).toBe(en["cubus.legend.last"]);
  expect(shown([], true, true)).toBe(en["cubus.legend.relaid"]);
  expect(shown([slot], true)).toBe(en["cubus.legend.slot"]);
  expect(shown([], false, false, true)).toBe(en["cubus.legend.slot"]);
  expect(shown([], false, false, false, ["top"])).toBe(en["cubus.legend.beyond"]);
});
