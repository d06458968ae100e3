import { describe, expect, it } from "vitest";
import { rulesAnchor } from "../../table/rulesAnchor";

describe("the paragraph for a decision", () => {
  it("is that of the phase, and its own where nothing can be done", () => {
    expect(rulesAnchor("kriskras", "trade", ["throw"])).toBe("trade");
    expect(rulesAnchor("kriskras", "move", ["--"])).toBe("lapse");
  });
});
