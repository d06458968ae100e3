import { describe, expect, it } from "vitest";
import { Hints } from "../../table/hints.svelte";
import { rulesAnchor } from "../../table/rulesAnchor";
import type { Table } from "../../table/store.svelte";

describe("the paragraph for a decision", () => {
  it("is that of the phase, and its own where nothing can be done", () => {
    expect(rulesAnchor("kriskras", "trade", ["throw"])).toBe("trade");
    expect(rulesAnchor("kriskras", "move", ["--"])).toBe("lapse");
    expect(rulesAnchor("kriskras", "move", ["a2-a1", "--"])).toBe("retreat");
    expect(rulesAnchor("kriskras", "move", ["a2-a1", "a2-a1-a2"])).toBe("red");
    expect(rulesAnchor("kriskras", "trade", ["=a1", "=q17", "end"])).toBe("stuck");
    expect(rulesAnchor("kriskras", "pay", ["-d17", "-f17"])).toBe("trade");
  });
});

describe("a hint", () => {
  it("is not asked for where the throw can only lapse", () => {
    const view = { phase: "move", choices: [{ move: "--", picks: ["button:pass"] }] };
    const table = { game: "kriskras", acting: 0, playback: {}, view, withHints: true };
    expect(new Hints(table as unknown as Table).refused).toBe("Nothing else is possible: there is only one move.");
  });
});
