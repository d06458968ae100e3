// The small pictures before moves in words, drawn for sentences as the server sends them.

import { expect, test } from "vitest";
import { drawnIcon, said, seated } from "../../testRender";
import type { Phrase } from "../../net/types";
import { manifest } from "./index";

const drawn = (sentence: Phrase): Promise<string | null> => drawnIcon(manifest, sentence);

test("a gate of Krabcek is shown with its number, as it stands on the board of its owner", async () => {
  const gate = said("krabcek.place.gate", { gate: "7" });
  const html = await drawn(said("krabcek.say.gate", { side: seated("krabcek.side.white", 1), gate }));
  expect(html).toMatch(/class="white.*>7</);
});
