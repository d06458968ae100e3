import { describe, expect, it } from "vitest";
import { allManifests } from "../games/registry";
import en from "./en.json";
import type { Texts } from "./i18n.svelte";
import nl from "./nl.json";
import proofEn from "../table/proofText.en.json";
import proofNl from "../table/proofText.nl.json";

type Template = Texts[string];

/** The names of the values that a text wants, in order of the alphabet. */
function wanted(template: Template): string[] {
  const text = typeof template === "string" ? template : template.one + template.other;
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""))].sort();
}

const PARTS: [string, { en: Texts; nl: Texts }][] = [
  ["the pages", { en, nl }],
  ["the proof of the dice", { en: proofEn, nl: proofNl }],
  ...[...allManifests()].map(([game, { texts }]): [string, { en: Texts; nl: Texts }] => [game, texts]),
];

describe.each(PARTS)("the texts of %s", (_, { en, nl }) => {
  it("are the same in both languages", () => {
    expect(Object.keys(nl).sort()).toEqual(Object.keys(en).sort());
  });

  it("want the same values in both languages", () => {
    for (const [key, template] of Object.entries(en)) expect(wanted(nl[key] ?? ""), key).toEqual(wanted(template));
  });

  it("are never empty", () => {
    for (const template of [...Object.values(en), ...Object.values(nl)])
      expect(typeof template === "string" ? template : template.one + template.other).not.toBe("");
  });
});
