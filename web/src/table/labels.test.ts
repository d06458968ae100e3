import { expect, test, vi } from "vitest";
import nl from "../i18n/nl.json";
import { chanceLabel, chanceNumber, isolated } from "./labels";

vi.mock("../games/infos.svelte", () => ({ countsPoints: (game: string) => game === "counted" }));

test("a share of the points is said in points of a hundred, not as if it were a chance to win", () => {
  expect(chanceLabel("counted", 0.57, true)).toBe("in the end about 57 of every 100 points for you");
  expect(chanceLabel("counted", 0.57)).toBe("about 57 of every 100 points");
  expect(chanceLabel("won", 0.57, true)).toContain("to win");
  expect([chanceNumber("counted", 0.57), chanceNumber("won", 0.57)]).toEqual(["57", "57 %"]);
  for (const key of ["chance.share", "chance.share.yours"] as const) expect(nl[key]).not.toContain("%");
});

test("a name from right to left is set apart from the words beside it, another is left as it is", () => {
  expect(isolated("דוד")).toBe("\u2068דוד\u2069");
  expect(isolated("Ans علي")).toBe("\u2068Ans علي\u2069");
  for (const name of ["Ans", "Жанна", "愛", "Zoë 12", ""]) expect(isolated(name)).toBe(name);
});
