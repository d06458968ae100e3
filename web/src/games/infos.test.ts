import { describe, expect, it, vi } from "vitest";
import { chanceLabel } from "../table/labels";
import { countsPoints, gameName, loadGameInfos } from "./infos.svelte";

describe("what the server tells of the games", () => {
  it("is asked once, and says what counts, also where a game has no folder here", async () => {
    expect(gameName("unheard")).toBe("Speelkist");
    expect(countsPoints("unheard")).toBe(false);
    const games = [
      { id: "unheard", name: { en: "Unheard", nl: "Ongehoord" }, scoring: "points" },
      { id: "other", name: { en: "Other", nl: "Ander" }, scoring: "win" },
    ];
    const fetched = vi.fn(() => Promise.resolve(Response.json({ games, bots: [], compile_status: {} })));
    vi.stubGlobal("fetch", fetched);
    await loadGameInfos();
    await loadGameInfos();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(gameName("unheard")).toBe("Unheard");
    expect([countsPoints("unheard"), countsPoints("other")]).toEqual([true, false]);
    expect(chanceLabel("other", 0.5, true)).toBe("50\u00a0% to win");
    expect(chanceLabel("unheard", 0.5)).toBe("about 50 of every 100 points");
    expect(chanceLabel("unheard", 0.5, true)).toBe("in the end about 50 of every 100 points for you");
  });
});
