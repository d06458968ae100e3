// The small pictures before moves in words, drawn for sentences as the server sends them.

import { expect, test } from "vitest";
import { htmlOf } from "../testRender";
import type { Phrase } from "../net/types";
import { allManifests } from "./registry";

const said = (key: string, values: Phrase["values"]): Phrase => ({ key, values });
const seated = (key: string, seat: number): Phrase => said(key, { seat });

async function drawn(game: string, sentence: Phrase): Promise<string | null> {
  const icons = await allManifests().get(game)?.loadMoveIcon?.();
  return icons?.draws(sentence) ? htmlOf(icons.default, { sentence }) : null;
}

test("a build of Cubus shows the kinds of its tiles, and one without tiles nothing", async () => {
  const tiles = [said("cubus.view.tiles.L", { n: 2 }), said("cubus.view.tiles.O", { n: 1 })];
  const html = await drawn("cubus", said("cubus.say.build", { tiles }));
  expect(html?.match(/<svg/g)).toHaveLength(2);
  expect(await drawn("cubus", said("cubus.say.build_free", {}))).toBeNull();
  expect(await drawn("cubus", said("cubus.say.draw", { tile: said("cubus.tile.T", {}) }))).toContain("<svg");
});

test("who takes a button or fines shows the button that goes, which is the other side's", async () => {
  for (const key of ["take", "taken", "fine"]) {
    const html = await drawn("knopf", said(`knopf.say.${key}`, { side: seated("knopf.side.red", 0) }));
    expect(html).toContain("knopf-1");
  }
  expect(await drawn("knopf", said("knopf.say.move", { side: seated("knopf.side.red", 0) }))).toContain("knopf-0");
  expect(await drawn("knopf", said("knopf.say.let_be", { side: seated("knopf.side.red", 0) }))).toBeNull();
});

test("a gate of Krabcek is shown with its number, as it stands on the board of its owner", async () => {
  const gate = said("krabcek.place.gate", { gate: "7" });
  const html = await drawn("krabcek", said("krabcek.say.gate", { side: seated("krabcek.side.white", 1), gate }));
  expect(html).toMatch(/class="white.*>7</);
});
