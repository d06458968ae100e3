import { describe, expect, it } from "vitest";
import { addTexts } from "../../i18n/i18n.svelte";
import { DraftStore } from "./draftStore.svelte";
import type { CubusProps, CubusView } from "./extra";
import type { Kind, Spot } from "./lattice";
import en from "./text.en.json";
import nl from "./text.nl.json";

addTexts({ en, nl });

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
  /** What was last said of a try. */
  refusal = "";

  constructor(builds: boolean) {
    const view = { extra: { drafting: true, open: [] } };
    const playing = { playing: true, acting: builds ? 0 : null, past: null, view, actions: this.actions };
    const onrefuse = (text: string) => (this.refusal = text);
    const board = { extra: { flip: { in: [], out: [] } } };
    const game = { ...playing, board, onrefuse, query: () => Promise.resolve(null) };
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

  it("are the same for whoever built and for the others, where all of it was laid elsewhere", () => {
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

  it("are around what was laid, also where the server counts from the new box", () => {
    const [builder] = both();
    builder.see(box(0, 0));
    const { picture } = builder.store;
    const laid = [{ id: 90, kind: "L", a: -1, b: 0 }, { id: 91, kind: "T", a: -1, b: 0 }] as const; // prettier-ignore
    builder.store.history = { past: [], now: { tiles: [...picture, ...laid], slots: [] } };
    builder.see([...box(1, 0), ["L", 0, 0], ["T", 0, 0]]);
    expect(builder.outlined).toEqual(["L 0,0", "T 0,0"]);
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

describe("a tile that was picked", () => {
  const box = (a: number, b: number): Spot[] => [["L", a, b], ["R", a, b], ["T", a, b]]; // prettier-ignore
  const two: Spot[] = [...box(0, 0), ["L", 1, 1], ["R", 1, 1]];

  /** A window with a tower of two, in which this tile of it was picked. */
  function picked(kind: Kind, a: number, b: number): Window {
    const window = new Window(true);
    window.see(two);
    const tile = window.store.tiles.find((laid) => laid.kind === kind && laid.a === a && laid.b === b);
    if (tile !== undefined) window.store.carry(tile);
    return window;
  }

  it("is refused in words where its like lies, and stays picked", () => {
    const window = picked("L", 0, 0);
    window.store.carryTo(1, 1);
    expect(window.store.lay()).toBe(false);
    expect(window.refusal).toBe(
      "There is already cubus.view.one.L here, so nothing would change: choose an outlined place.",
    );
    window.store.rest();
    expect(window.store.carried?.tile).toMatchObject({ kind: "L", a: 0, b: 0 });
    window.store.carryTo(3, 0);
    expect(window.store.lay()).toBe(true);
    expect(window.refusal).toBe("");
  });

  it("from the hand has no place before the table is tapped, and is in the hand again after a refusal", () => {
    const window = new Window(true);
    window.see(two);
    window.store.pickInHand("L");
    expect(window.store.tiles).toHaveLength(two.length);
    expect(window.store.left.L).toBe(9);
    window.store.carryTo(1, 1);
    expect(window.store.lay()).toBe(false);
    window.store.rest();
    expect(window.store.carried).toMatchObject({ fromHand: true, waiting: true });
    window.store.carryTo(2, 2);
    window.store.lay();
    expect(window.store.draft.tiles).toHaveLength(two.length + 1);
    expect(window.store.left.L).toBe(8);
  });

  it("stays picked when another kind is tapped of which there is none", () => {
    const window = picked("L", 0, 0);
    window.store.pickInHand("T");
    expect(window.refusal).toContain("none of these");
    expect(window.store.carried?.tile.kind).toBe("L");
  });

  it("stays where it is when it may not leave the picture, and that is said", () => {
    const window = picked("L", 0, 0);
    expect(window.store.toHand(window.store.held)).toBe(false);
    expect(window.refusal).toContain("stays in the picture");
    expect(window.store.carried).not.toBeNull();
  });

  it("gives way to those under it, one after the other", () => {
    const window = new Window(true);
    window.see(two);
    const [top, next, last] = window.store.tiles;
    if (top === undefined || next === undefined || last === undefined) return;
    window.store.carry(top, [next, last]);
    expect([window.store.carryNext(), window.store.carried?.tile]).toEqual([true, next]);
    expect([window.store.carryNext(), window.store.carried?.tile]).toEqual([true, last]);
    expect([window.store.carryNext(), window.store.carried?.tile]).toEqual([false, last]);
  });

  it("brings its whole box, which is laid in one step", () => {
    const window = picked("L", 0, 0);
    expect(window.store.carryBox()).toBe(true);
    window.store.carryTo(4, 0);
    window.store.lay();
    const spots = window.store.draft.tiles.map(({ kind, a, b }) => `${kind} ${a},${b}`).sort();
    expect(spots).toEqual(["L 1,1", "L 4,0", "R 1,1", "R 4,0", "T 4,0"]);
    window.store.undo();
    expect(window.store.changed).toBe(false);
  });

  it("from the hand stays picked where it is let go beside the table, and that is said", () => {
    const window = new Window(true);
    window.see(two);
    window.store.take("L", [4, 0]);
    window.store.dropBeside(false);
    expect(window.refusal).toContain("beside the table");
    expect(window.store.carried).toMatchObject({ fromHand: true, waiting: true });
    window.store.dropBeside(true); // over the hand it is put back
    expect(window.store.carried).toBeNull();
    expect(window.refusal).toBe("");
  });

  it("goes back into the hand it was laid from, which is said unless it is let go there", () => {
    const window = new Window(true);
    window.see(two);
    for (const overHand of [false, true]) {
      const tile = window.store.take("L", [4, 0]);
      window.store.lay();
      if (tile !== null) window.store.carry(tile);
      window.store.dropBeside(overHand);
      expect(window.store.draft.tiles).toHaveLength(two.length);
      expect(window.refusal.includes("back in the hand")).toBe(!overHand);
    }
  });

  it("brings nothing where no more of its box is seen", () => {
    const window = new Window(true);
    window.see([...box(0, 0), ["L", 4, 0]]);
    const alone = window.store.tiles.find(({ a }) => a === 4);
    if (alone !== undefined) window.store.carry(alone);
    expect(window.store.carryBox()).toBe(false);
    expect(window.store.held).toHaveLength(1);
  });
});

describe("a hint that lies there as a draft", () => {
  const start: Spot[] = [["L", 0, 0], ["R", 0, 0], ["T", 0, 0]]; // prettier-ignore

  it("is told in words, as long as nothing else is laid", () => {
    const window = new Window(true);
    window.see(start);
    window.store.propose([["L", 0, 0], ["R", 0, 0], ["T", -1, -1], ["L", -1, -1]]); // prettier-ignore
    expect(window.store.proposal).toBe("Moved: cubus.view.tiles.T. Added: cubus.view.tiles.L.");
    window.store.pickInHand("L");
    window.store.carryTo(5, 0);
    window.store.lay();
    expect(window.store.proposal).toBe("");
    window.store.undo();
    expect(window.store.proposal).not.toBe("");
  });
});
