import { describe, expect, it } from "vitest";
import { DraftStore } from "./draftStore.svelte";
import type { CubusProps, CubusView } from "./extra";
import type { Spot } from "./lattice";

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

/** The window of somebody who plays, and what it is shown. */
class Window {
  readonly actions: { text: string }[] = [];
  readonly store: DraftStore;

  constructor(builds: boolean) {
    const view = { extra: { drafting: true, open: [] } };
    const playing = { playing: true, acting: builds ? 0 : null, past: null, view, actions: this.actions };
    const game = { ...playing, query: () => Promise.resolve(null) };
    this.store = new DraftStore(game as unknown as CubusProps);
  }

  see(tiles: Spot[]): void {
    const hand = { L: 9, R: 9, T: 9, O: 9 };
    const marks = { usable: ["hand:0:L"] };
    const extra = { tiles, hands: [hand], passer: null };
    this.store.see({ marks, extra, phase: "build", player: 0 } as unknown as CubusView);
  }

  /** The tiles that are outlined, by the server's places. */
  get outlined(): string[] {
    const { fresh, picture, shift } = this.store;
    const marked = picture.filter(({ id }) => fresh.has(id));
    return marked.map(({ kind, a, b }) => `${kind} ${a - shift[0]},${b - shift[1]}`).sort();
  }
}

describe("the outlines of the last build", () => {
  it("are around a box that was put on top, and not around the one below", () => {
    const window = new Window(false);
    window.see([["L", 0, 0], ["R", 0, 0], ["T", 0, 0]]); // prettier-ignore
    window.see([["L", 0, 0], ["R", 0, 0], ["L", -1, -1], ["R", -1, -1], ["T", -1, -1]]); // prettier-ignore
    expect(window.outlined).toEqual(["L -1,-1", "R -1,-1", "T -1,-1"]);
  });

  const box = (a: number, b: number, lid: "T" | "O" = "T"): Spot[] => [["L", a, b], ["R", a, b], [lid, a, b]]; // prettier-ignore
  const both = (): [Window, Window] => [new Window(true), new Window(false)];

  it("are the same for whoever built and for the others, wherever the draft was laid", () => {
    const [builder, other] = both();
    for (const each of [builder, other]) each.see([...box(0, 0), ["L", 1, 1], ["R", 1, 1]]);
    // the pile was laid anew beside the picture, one lower
    builder.store.history = {
      past: [],
      now: { tiles: builder.store.picture.map((tile) => ({ ...tile, a: tile.a + 1, b: tile.b + 1 })), slots: [] },
    };
    const next: Spot[] = [...box(0, 0), ["L", 1, 1], ["R", 1, 1], ["L", 2, 2], ["R", 2, 2]];
    for (const each of [builder, other]) each.see(next);
    expect(other.outlined).toEqual(["L 2,2", "R 2,2"]);
    expect(builder.outlined).toEqual(other.outlined);
  });

  it("go by the open lids, which nobody can move", () => {
    const other = new Window(false);
    other.see([["O", 0, 0], ["L", 0, 0], ["L", 0, 1], ["L", 0, 2]]); // prettier-ignore
    other.see([["O", 0, 0], ["L", 1, 0], ["L", 1, 1], ["L", 1, 2]]); // prettier-ignore
    expect(other.outlined).toEqual(["L 1,0", "L 1,1", "L 1,2"]);
  });

  it("are not those of a build that was taken back", () => {
    const other = new Window(false);
    const first: Spot[] = [...box(0, 0), ["T", -1, -1]];
    other.see(first);
    other.actions.push({ text: "build 2@0,0" });
    other.see([...box(0, 0), ["L", 1, 1], ["R", 1, 1]]);
    expect(other.outlined).toEqual(["L 1,1", "R 1,1"]);
    other.actions.pop();
    other.see(first);
    expect(other.outlined).toEqual([]);
  });
});
