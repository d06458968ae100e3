import { describe, expect, it } from "vitest";
import en from "./en.json";
import nl from "./nl.json";

type Template = string | { one: string; other: string };

/** The names of the values that a phrase wants, in order of the alphabet. */
function wanted(template: Template): string[] {
  const text = typeof template === "string" ? template : template.one + template.other;
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ""))].sort();
}

describe("the page's own phrases", () => {
  it("are the same in both languages", () => {
    expect(Object.keys(nl).sort()).toEqual(Object.keys(en).sort());
  });

  it("want the same values in both languages", () => {
    for (const [key, template] of Object.entries(en as Record<string, Template>))
      expect(wanted((nl as Record<string, Template>)[key] ?? ""), key).toEqual(wanted(template));
  });

  it("are never empty", () => {
    for (const template of [...Object.values(en), ...Object.values(nl)] as Template[])
      expect(typeof template === "string" ? template : template.one + template.other).not.toBe("");
  });
});
