import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { rulesAnchor } from "../table/rulesAnchor";
import { canBeShown } from "../table/labels";
import { allManifests, byOrder, loadBoard, manifestOf } from "./registry";

function anchors(game: string, lang: string): string[] {
  const file = new URL(`../../../src/speelkist/games/${game}/text/rules.${lang}.md`, import.meta.url);
  return [...readFileSync(file, "utf-8").matchAll(/^#+ .*\{#([\w-]+)\}$/gm)].map((heading) => heading[1] ?? "");
}

describe("the games of the pages", () => {
  for (const [game, manifest] of allManifests()) {
    for (const lang of ["en", "nl"]) {
      it(`${game}: every paragraph it opens is on its rules page (${lang})`, () => {
        const ofMoves = (manifest.rulesAnchorsOfMoves ?? []).map(([, anchor]) => anchor);
        const wanted = [...Object.values(manifest.rulesAnchors), ...ofMoves];
        expect(anchors(game, lang)).toEqual(expect.arrayContaining(wanted));
      });
    }

    it(`${game}: its texts carry its own name`, () => {
      for (const texts of [manifest.texts.en, manifest.texts.nl])
        for (const key of Object.keys(texts)) expect(key.startsWith(`${game}.`), key).toBe(true);
    });
  }

  it("stand in an order of their own, each at its own place", () => {
    const orders = [...allManifests().values()].map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
  });
});

describe("a game without a folder", () => {
  it("comes last", () => {
    const known = [...allManifests().keys()];
    const sorted = ["aaa", ...known, "zzz"].sort(byOrder);
    expect(sorted.slice(-2)).toEqual(["aaa", "zzz"]);
  });

  it("has a board and needs nothing else", async () => {
    expect(manifestOf("unheard")).toBeUndefined();
    expect(await loadBoard("unheard")).toBe((await import("../board-kit/GenericBoard.svelte")).default);
    expect(rulesAnchor("unheard", "move", ["a1-b2"])).toBe("");
    expect(canBeShown("unheard", "a1-b2")).toBe(true);
  });
});
