import { describe, expect, it } from "vitest";
import { change, settle, withoutGone } from "./tokens";

describe("pieces keep their identity", () => {
  const start = settle([], { a1: [0, "man"], b2: [1, "man"] });
  const [man] = start;

  it("moves along its path", () => {
    const after = change(start, { do: "move", at: "a1", to: "c3", path: ["a1", "b1", "c3"], piece: [0, "man"] });
    const moved = after.find((token) => token.id === man?.id);
    expect(moved).toMatchObject({ at: "c3", path: ["a1", "b1", "c3"], trip: 1 });
  });

  it("is seen to go when it is taken", () => {
    const after = change(start, { do: "gone", at: "b2" });
    expect(after.filter((token) => token.gone)).toHaveLength(1);
    expect(withoutGone(after).map((token) => token.at)).toEqual(["a1"]);
  });

  it("changes places", () => {
    const after = change(start, { do: "swap", at: "a1", to: "b2" });
    expect(Object.fromEntries(after.map((token) => [token.at, token.side]))).toEqual({ a1: 1, b2: 0 });
  });

  it("becomes something else, and comes onto the board", () => {
    expect(change(start, { do: "become", at: "a1", piece: [0, "king"] })[0]).toMatchObject({
      kind: "king",
      id: man?.id,
    });
    expect(change(start, { do: "put", at: "d4", piece: [1, "man"] })).toHaveLength(3);
    const entered = change(start, { do: "move", at: "hand:0:S", to: "d4", path: ["hand:0:S", "d4"], piece: [0, "S"] });
    expect(entered).toHaveLength(3);
  });

  it("settles on what the server says, keeping those that stand right", () => {
    const after = settle(start, { a1: [0, "man"], c3: [1, "man"] });
    expect(after.find((token) => token.at === "a1")?.id).toBe(man?.id);
    expect(after.map((token) => token.at).sort()).toEqual(["a1", "c3"]);
  });
});
