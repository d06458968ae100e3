// The small pictures before moves in words, drawn for sentences as the server sends them.

import { expect, test } from "vitest";
import { drawnIcon, said, seated } from "../../testRender";
import type { Phrase } from "../../net/types";
import { manifest } from "./index";

const drawn = (sentence: Phrase): Promise<string | null> => drawnIcon(manifest, sentence);

test("who takes a button or fines shows the button that goes, which is the other side's", async () => {
  for (const key of ["take", "taken", "fine"]) {
    const html = await drawn(said(`knopf.say.${key}`, { side: seated("knopf.side.red", 0) }));
    expect(html).toContain("knopf-1");
  }
  expect(await drawn(said("knopf.say.move", { side: seated("knopf.side.red", 0) }))).toContain("knopf-0");
  expect(await drawn(said("knopf.say.let_be", { side: seated("knopf.side.red", 0) }))).toBeNull();
});
