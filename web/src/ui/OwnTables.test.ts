import { describe, expect, it, vi } from "vitest";
import { textOf } from "../testRender";
import OwnTables from "./OwnTables.svelte";

vi.mock("../pages/router.svelte", () => ({ go: (): void => undefined, hrefOf: (path: string) => path }));
vi.mock("../games/infos.svelte", () => ({ gameName: (id: string) => id }));

describe("the tables of this browser", () => {
  it("are against nobody as long as nobody has come", () => {
    const game = { table: "any", game: "any", version: 1, at: 0, player: 0, yours: [0], winners: null };
    const both = { sides: ["white", "black"], players: ["person", "person"] };
    const listed = (state: string, names: string[]): string =>
      textOf(OwnTables, { tables: [{ ...game, ...both, state, names }], ondelete: () => undefined });
    expect(listed("waiting", ["Anna", ""])).not.toContain("against");
    expect(listed("playing", ["Anna", "Bram"])).toContain("against Bram ·");
  });
});
