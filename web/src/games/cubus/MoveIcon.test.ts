// The small pictures before moves in words, drawn for sentences as the server sends them.

import { expect, test } from "vitest";
import { drawnIcon, said } from "../../testRender";
import type { Phrase } from "../../net/types";
import { manifest } from "./index";

const drawn = (sentence: Phrase): Promise<string | null> => drawnIcon(manifest, sentence);

test("a build of Cubus shows the kinds of its tiles, and one without tiles nothing", async () => {
  const tiles = [said("cubus.view.tiles.L", { n: 2 }), said("cubus.view.tiles.O", { n: 1 })];
  const html = await drawn(said("cubus.say.build", { tiles }));
  expect(html?.match(/<svg/g)).toHaveLength(2);
  expect(await drawn(said("cubus.say.build_free", {}))).toBeNull();
  expect(await drawn(said("cubus.say.draw", { tile: said("cubus.tile.T", {}) }))).toContain("<svg");
});
