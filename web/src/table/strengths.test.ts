import { expect, it } from "vitest";
import { botName, offered, usual } from "./strengths";

it("offers the strengths, weakest first, and the family one unless another is chosen", () => {
  const players = ["random", "simple", "master", "child", "family"];
  expect(offered(players)).toEqual(["child", "family", "master"]);
  expect(usual(players)).toBe("family");
});

it("offers what there is where there are none", () => {
  expect(offered(["random", "simple"])).toEqual(["random", "simple"]);
  expect(usual(["random", "simple"])).toBe("simple");
});

it("offers the bots of the server's host after the strengths, under their own names", () => {
  const players = ["random", "simple", "family", "master", "lasting"];
  expect(offered(players)).toEqual(["family", "master", "lasting"]);
  expect(usual(players)).toBe("family");
  expect(usual(players, "lasting")).toBe("lasting");
  expect(botName("lasting")).toBe("lasting");
  expect(botName("family")).not.toContain(".");
});
