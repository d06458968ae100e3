import { describe, expect, it } from "vitest";
import { readBuild } from "./build";

describe("a build", () => {
  it("of one box shows its lid and two sides", () => {
    expect(readBuild("build 1@0,0")).toEqual({
      boxes: 1,
      tiles: [
        ["T", 0, 0],
        ["L", 0, 0],
        ["R", 0, 0],
      ],
    });
  });

  it("shows no side that another box stands before", () => {
    const build = readBuild("build 2,1/1,0@-1,3");
    expect(build?.boxes).toBe(4);
    expect(build?.tiles.filter(([kind]) => kind === "T")).toHaveLength(3);
    expect(build?.tiles.filter(([kind]) => kind === "L")).toEqual([
      ["L", -2, 2],
      ["L", -1, 4],
      ["L", 0, 3],
    ]);
  });

  it("has its open lids where they are named", () => {
    expect(readBuild("build 2,1@0,0 O:-1,-1")?.tiles.filter(([kind]) => kind === "O")).toEqual([["O", -1, -1]]);
  });

  it("is nothing else", () => {
    for (const move of ["--", "no", "knock:1", "take 1,0", "build x"]) expect(readBuild(move)).toBeNull();
  });
});
