import { describe, expect, it, vi } from "vitest";
import { forgetText, keepText, keptData, keptNames, keptText } from "./kept";

class Full extends Map<string, string> {
  getItem(name: string): string | null {
    return this.get(name) ?? null;
  }
  setItem(): void {
    throw new DOMException("no space", "QuotaExceededError");
  }
  removeItem(name: string): void {
    this.delete(name);
  }
}

describe("texts that a browser does not keep", () => {
  it("last as long as the page where there is no space", () => {
    vi.stubGlobal("localStorage", new Full());
    keepText("name", "Ans");
    expect(keptText("name")).toBe("Ans");
    expect(keptNames()).toContain("name");
    forgetText("name");
    expect(keptText("name")).toBeNull();
  });

  it("last as long as the page where storage is forbidden", () => {
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
    expect(keptText("name")).toBeNull();
    keepText("name", "Ans");
    expect(keptText("name")).toBe("Ans");
    expect(keptData("name", { damaged: true })).toEqual({ damaged: true });
  });
});
