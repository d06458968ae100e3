// What there is of a draft at some moment, and what follows from that.

import { changeText, type Answer } from "./answer";
import {
  begin,
  counted,
  flippable,
  leftInHand,
  movedTiles,
  placeAbove,
  placesBeside,
  type Corner,
  type Counts,
  type Draft,
  type FlipData,
  type History,
  type Laid,
} from "./draft";
import type { CubusProps } from "./extra";
import type { Spot } from "./lattice";

/** What is being moved: by keyboard or taps from place to place, by a drag anywhere. */
export interface Carried {
  tile: Laid;
  /** The other tiles of its box, where the whole box moves. */
  mates: readonly Laid[];
  fromHand: boolean;
  /** Picked in the hand, with no place on the table yet: it lies where the table is tapped next. */
  waiting: boolean;
  /** Where its middle is while it is dragged. */
  at: [number, number] | null;
  /** The others that lie where it was tapped, the likeliest first: taps at the same place pick them. */
  under: readonly Laid[];
}

export const NOTHING: Counts = { L: 0, R: 0, T: 0, O: 0 };

export class DraftState {
  history = $state.raw<History>(begin([]));
  picture = $state.raw<readonly Laid[]>([]);
  hand = $state.raw<Counts>(NOTHING);
  carried = $state.raw<Carried | null>(null);
  answer = $state.raw<Answer | null>(null);
  asking = $state(false);
  /** Whether the answer is about a draft that the player has changed: what was said of the pile before is no verdict. */
  judged = $state(false);
  /** The tiles that the last move laid. */
  fresh = $state.raw(movedTiles([], []));
  /** What has just been done to the draft, for those who listen. */
  spoken = $state("");
  /** The draft that a hint has laid, as long as it is the draft. */
  proposed = $state.raw<Draft | null>(null);
  /** From the server's places to ours. */
  shift = $state.raw<[number, number]>([0, 0]);

  constructor(protected readonly game: CubusProps) {}

  /** The seats of this browser that may still knock, with the move that does it. */
  get mayKnock(): [number, string][] {
    const { playing, past, view, people } = this.game;
    return playing && past === null ? view.extra.may_knock.filter(([seat]) => people.includes(seat)) : [];
  }

  /** Whether a player at this browser may lay tiles. Before a knock nothing is tried out: that is its risk. */
  get open(): boolean {
    const { playing, view, acting } = this.game;
    return playing && view.extra.drafting && acting !== null;
  }

  get draft(): Draft {
    return this.history.now;
  }

  /** The tiles as they are drawn, the carried ones among them. */
  get tiles(): readonly Laid[] {
    if (this.carried === null || this.carried.waiting) return this.draft.tiles;
    return [...this.draft.tiles.filter(({ id }) => !this.holds(id)), ...this.held];
  }

  /** What moves together. */
  get held(): readonly Laid[] {
    return this.carried === null ? [] : [this.carried.tile, ...this.carried.mates];
  }

  /** Where a tile that was picked could go, unless it is being dragged. */
  get places(): readonly Spot[] {
    const carried = this.carried;
    if (carried === null || carried.at !== null || carried.mates.length > 0) return [];
    const others = this.draft.tiles.filter(({ id }) => id !== carried.tile.id);
    const home = this.draft.tiles.find(({ id }) => id === carried.tile.id);
    return [...placesBeside(others, carried.tile.kind), ...placeAbove(others, home)];
  }

  holds(id: number): boolean {
    return this.held.some((tile) => tile.id === id);
  }

  /** Whether what was taken hold of is still where it lay. */
  get atHome(): boolean {
    const tile = this.carried?.tile;
    return this.draft.tiles.some(({ id, a, b }) => id === tile?.id && a === tile.a && b === tile.b);
  }

  get left(): Counts {
    const left = leftInHand(this.hand, counted(this.picture), this.draft.tiles);
    if (this.carried?.fromHand && !this.carried.waiting) left[this.carried.tile.kind]--;
    return left;
  }

  /** What a hint has changed, in words; empty where the draft is not one of a hint. */
  get proposal(): string {
    return this.open && this.proposed === this.draft ? changeText(this.draft.tiles, this.picture) : "";
  }

  get changed(): boolean {
    const { tiles } = this.draft;
    return tiles.length !== this.picture.length || movedTiles(tiles, this.picture).size > 0;
  }

  /** Whether a player here has begun to lay tiles; until then the last build is outlined. */
  get drafted(): boolean {
    return this.open && (this.changed || this.carried !== null);
  }

  /** Whether nothing is wrong with the draft but that tiles are still missing, whose places are marked. */
  get lacks(): boolean {
    return this.open && this.changed && this.carried === null && this.answer?.unfinished === true;
  }

  /** Whether some tiles are outlined as those of the last build. */
  get showsLast(): boolean {
    return !this.drafted && this.tiles.some(({ id }) => this.fresh.has(id));
  }

  /** Whether the last change of the pile took a box away. */
  get takenDown(): boolean {
    const last = this.game.actions.findLast(({ text }) => /^(build|take) /.test(text));
    return last?.text.startsWith("take") ?? this.game.view.phase === "demolish";
  }

  /** Tiles that lie elsewhere than in the picture. */
  get moved(): ReadonlySet<number> {
    return movedTiles(this.tiles, this.picture);
  }

  get corners(): Corner[] {
    if (!this.open) return [];
    const fixed = this.game.view.extra.open.map(([a, b]) => `${a + this.shift[0]},${b + this.shift[1]}`);
    return flippable(this.draft.tiles, this.flipData, fixed);
  }

  protected get flipData(): FlipData {
    return this.game.board.extra.flip;
  }
}
