import { expect, it } from "vitest";
import { offered, usual } from "./strengths";

it("offers the strengths, weakest first, and the family one unless another is chosen", () => {
  const players = ["random", "simple", "master", "child", "family"];
  expect(offered(players)).toEqual(["child", "family", "master"]);
  expect(usual(players)).toBe("family");
});

it("offers what there is where there are none", () => {
  expect(offered(["random", "simple"])).toEqual(["random", "simple"]);
  expect(usual(["random", "simple"])).toBe("simple");
});
