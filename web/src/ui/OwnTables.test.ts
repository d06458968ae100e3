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

  it("name several others in one sentence, and count the computers of one strength", () => {
    const game = { table: "any", game: "any", version: 1, at: 0, player: 0, yours: [0], state: "over" };
    const seats = { sides: ["", "", "", ""], names: ["Anna", "Bram", "", ""], winners: [1, 2, 3] };
    const listed = (players: string[], yours = [0]): string =>
      textOf(OwnTables, { tables: [{ ...game, ...seats, players, yours }], ondelete: () => undefined });
    expect(listed(["person", "person", "child", "child"])).toContain("against Bram and 2 computers, child ·");
    const together = listed(["person", "person", "child", "club"], [0, 1]);
    expect(together).toContain("won by Bram, computer, child and computer, club");
  });
});
