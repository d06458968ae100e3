import { expect, test } from "vitest";
import { isolated } from "./labels";

test("a name from right to left is set apart from the words beside it, another is left as it is", () => {
  expect(isolated("דוד")).toBe("\u2068דוד\u2069");
  expect(isolated("Ans علي")).toBe("\u2068Ans علي\u2069");
  for (const name of ["Ans", "Жанна", "愛", "Zoë 12", ""]) expect(isolated(name)).toBe(name);
});
