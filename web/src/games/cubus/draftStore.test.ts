import { describe, expect, it } from "vitest";
import { DraftStore } from "./draftStore.svelte";
import type { CubusProps } from "./extra";

/** A store that has seen nothing, after these moves and in this phase. */
function after(moves: string[], phase: string): DraftStore {
  const actions = moves.map((text) => ({ text }));
  return new DraftStore({ actions, view: { phase } } as unknown as CubusProps);
}

describe("what the dashed outlines tell", () => {
  it("tells what was moved when a box was taken down, also after the last one", () => {
    expect(after(["build 1,1@0,0", "take 0,1"], "demolish").takenDown).toBe(true);
    expect(after(["build 1,1@0,0", "take 0,1", "take 0,0"], "over").takenDown).toBe(true);
  });

  it("tells the last build as long as nothing was taken down, though the demolition has begun", () => {
    expect(after(["build 1,1@0,0", "+L", "--"], "build").takenDown).toBe(false);
    expect(after(["build 1,1@0,0", "--", "no"], "demolish").takenDown).toBe(false);
  });

  it("goes by the phase where no moves are known, as in a lesson", () => {
    expect(after([], "demolish").takenDown).toBe(true);
    expect(after([], "build").takenDown).toBe(false);
  });
});
