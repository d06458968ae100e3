// The picture as this browser shows it: what the server says lies there, and the draft a player makes of it.

import type { Phrase } from "../../board-kit/contract";
import { say, t } from "../../i18n/i18n.svelte";
import {
  aligned,
  begin,
  counted,
  movedTiles,
  flippable,
  follow,
  freePlace,
  inPlacesOf,
  layUnder,
  leftInHand,
  lift,
  newId,
  place,
  settled,
  shifted,
  turn,
  undone,
  type Corner,
  type Counts,
  type Draft,
  type FlipData,
  type History,
  type Laid,
} from "./draft";
import type { CubusProps, CubusView } from "./extra";
import type { Kind, Spot } from "./lattice";

/** What the server answers about a draft. */
export interface Answer {
  sound: boolean;
  boxes: number;
  points: number;
  added: Counts;
  build: string | null;
  why: Phrase | null;
  spot: Spot[];
  layer: Spot[];
}

/** A tile that is being moved: by keyboard or taps from place to place, by a drag anywhere. */
export interface Carried {
  tile: Laid;
  fromHand: boolean;
  /** Where its middle is while it is dragged. */
  at: [number, number] | null;
}

interface Kept {
  seen: string;
  shift: [number, number];
  history: History;
}

const PAUSE = 80;
const NOTHING: Counts = { L: 0, R: 0, T: 0, O: 0 };

export class DraftStore {
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

  /** From the server's places to ours. */
  #shift = $state.raw<[number, number]>([0, 0]);
  #kept: Kept | null = null;
  #seen = "";
  #lying = "";
  /** How many actions there were when it was shown: with fewer, some were taken back. */
  #actions = 0;
  /** Whether the position that is shown is an earlier one. */
  #past = false;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: CubusProps) {}

  // --- state ---

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

  /** The tiles as they are drawn, the carried one among them. */
  get tiles(): readonly Laid[] {
    const carried = this.carried?.tile;
    if (carried === undefined) return this.draft.tiles;
    return [...this.draft.tiles.filter(({ id }) => id !== carried.id), carried];
  }

  get left(): Counts {
    const left = leftInHand(this.hand, counted(this.picture), this.draft.tiles);
    if (this.carried?.fromHand) left[this.carried.tile.kind]--;
    return left;
  }

  get changed(): boolean {
    const { tiles } = this.draft;
    return tiles.length !== this.picture.length || movedTiles(tiles, this.picture).size > 0;
  }

  /** Whether a player here has begun to lay tiles; until then the last build is outlined. */
  get drafted(): boolean {
    return this.open && (this.changed || this.carried !== null);
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
    const fixed = this.game.view.extra.open.map(([a, b]) => `${a + this.#shift[0]},${b + this.#shift[1]}`);
    return flippable(this.draft.tiles, this.#flip, fixed);
  }

  get shift(): [number, number] {
    return this.#shift;
  }

  get #flip(): FlipData {
    return this.game.board.extra.flip;
  }

  // --- new positions ---

  see(view: CubusView): void {
    const { tiles, hands, passer } = view.extra;
    const lying = JSON.stringify(tiles);
    const seen = JSON.stringify([lying, hands, view.phase, view.player, passer, view.marks["usable"]]);
    if (seen === this.#seen) return;
    const first = this.#seen === "";
    if (this.game.past !== null) this.#kept ??= { seen: this.#seen, shift: this.#shift, history: this.history };
    this.#seen = seen;
    this.hand = usable(view.marks["usable"] ?? [], hands);
    const takenBack = this.game.actions.length < this.#actions;
    this.#actions = this.game.actions.length;
    const jumped = first || takenBack || this.#past || this.game.past !== null;
    this.#past = this.game.past !== null;
    if (lying !== this.#lying) this.#show(tiles, first);
    else this.history = begin(this.picture);
    this.#lying = lying;
    if (jumped) void this.#findFresh();
    this.carried = null;
    this.answer = null;
    this.spoken = ""; // it was about an earlier picture
    if (this.game.past === null && this.#kept !== null) this.#takeUp(this.#kept);
    this.#asked++; // what is still being answered is about an earlier picture
  }

  /** The draft that was left to look back at earlier moves, if nothing has changed meanwhile. */
  #takeUp(kept: Kept): void {
    this.#kept = null;
    if (kept.seen !== this.#seen) return;
    this.#shift = kept.shift;
    this.picture = kept.history.past[0]?.tiles ?? kept.history.now.tiles;
    this.history = kept.history;
  }

  #show(tiles: Spot[], first: boolean): void {
    this.#shift = first ? [0, 0] : shifted(this.draft.tiles, tiles, this.#shift);
    const [da, db] = this.#shift;
    const next = settled(
      this.draft.tiles,
      tiles.map(([kind, a, b]) => [kind, a + da, b + db]),
    );
    this.picture = next;
    this.history = begin(next);
    if (!first) this.#markFresh(JSON.parse(this.#lying) as Spot[], tiles);
  }

  #markFresh(before: readonly Spot[], tiles: readonly Spot[]): void {
    const [da, db] = this.#shift;
    const laid = inPlacesOf(tiles, before).map(([kind, a, b]): Laid => ({ id: 0, kind, a: a + da, b: b + db }));
    this.fresh = movedTiles(this.picture, laid);
  }

  /** The last build was not shown here: the picture before it tells what it laid. */
  async #findFresh(): Promise<void> {
    this.fresh = movedTiles([], []);
    const { actions, past: shown } = this.game;
    const build = actions.slice(0, shown ?? actions.length).findLastIndex(({ text }) => /^(build|take) /.test(text));
    if (build < 0) return;
    const lying = this.#lying;
    const past = (await this.game.query("position", { actions: build })) as { view: CubusView } | null;
    if (past === null || lying !== this.#lying) return;
    this.#markFresh(past.view.extra.tiles, JSON.parse(lying) as Spot[]);
  }

  /** Ask what the draft shows; once the hands are still. */
  ask(): void {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.asking = true;
    const [da, db] = this.#shift;
    this.#timer = setTimeout(() => {
      const tiles = this.draft.tiles.map(({ kind, a, b }): Spot => [kind, a - da, b - db]);
      void this.game.query("draft", { tiles }).then((data) => {
        if (number !== this.#asked) return;
        this.asking = false;
        if (!data) return;
        const answer = data as Answer;
        this.judged = this.changed;
        const ours = ([kind, a, b]: Spot): Spot => [kind, a + da, b + db];
        this.answer = { ...answer, spot: answer.spot.map(ours), layer: answer.layer.map(ours) };
        if (this.history.past.length > 0)
          this.spoken = answerText(this.changed ? answer : { ...answer, why: null }, true);
      });
    }, PAUSE);
  }

  // --- changes by the player ---

  #become(draft: Draft): void {
    this.carried = null;
    if (draft === this.draft) return;
    this.history = follow(this.history, draft);
    this.ask();
  }

  carry(tile: Laid): void {
    if (this.open) this.carried = { tile, fromHand: false, at: null };
  }

  /** Take a tile out of the hand, and hold it over a free place near some point. */
  take(kind: Kind, near: [number, number]): Laid | null {
    this.carried = null;
    if (!this.open || this.left[kind] <= 0) return null;
    const tile = { id: newId(), kind, ...freePlace(this.draft.tiles, { kind, a: near[0], b: near[1] }) };
    this.carried = { tile, fromHand: true, at: null };
    return tile;
  }

  carryTo(a: number, b: number, at: [number, number] | null = null): void {
    const carried = this.carried;
    if (carried !== null) this.carried = { ...carried, tile: { ...carried.tile, a, b }, at };
  }

  /** The name of a tile with its place. */
  name(tile: Laid): string {
    const kind = say({ key: `cubus.tile.${tile.kind}`, values: {} });
    return `${kind} ${tile.a - this.#shift[0]},${tile.b - this.#shift[1]}`;
  }

  lay(): void {
    if (this.carried !== null) this.#become(place(this.draft, this.carried.tile));
  }

  /** Put the carried tile back where it was. */
  letGo(): void {
    this.carried = null;
  }

  /** Into the hand again, if one of its kind came from there. */
  toHand(id: number): boolean {
    if (this.carried?.fromHand && this.carried.tile.id === id) {
      this.carried = null;
      return true;
    }
    const draft = lift(this.draft, id, counted(this.picture));
    this.#become(draft ?? this.draft);
    return draft !== null;
  }

  flip(corner: Corner): void {
    this.#become(turn(this.draft, corner, this.#flip));
  }

  layer(): void {
    if (this.answer !== null && this.answer.layer.length > 0)
      this.#become(layUnder(this.draft, this.answer.layer, this.left));
  }

  undo(): void {
    this.carried = null;
    if (this.history.past.length === 0) return;
    this.history = undone(this.history);
    this.ask();
  }

  startOver(): void {
    if (this.changed) this.#become({ tiles: this.picture, slots: [] });
  }

  /** Lay a whole picture as the draft, to be looked at and changed: a hint does. */
  propose(tiles: readonly Spot[]): void {
    if (!this.open) return;
    // with an open lid in the picture nothing may be shifted; without one any corner is meant
    const [da, db] = this.game.view.extra.open.length > 0 ? this.#shift : aligned(this.picture, tiles, this.#shift);
    const laid = tiles.map(([kind, a, b]): Spot => [kind, a + da, b + db]);
    this.#become({ tiles: settled(this.picture, laid), slots: [] });
  }

  /** What is asked before a button that leaves a build unmade which is ready to be laid. */
  guard(cell: string): { question: string; action: string } | null {
    const kind = /^button:(pass|giveup)$/.exec(cell)?.[1];
    if (kind === undefined || !this.open || !this.changed || !this.answer?.build) return null;
    const points = say({ key: "cubus.show.points", values: { n: this.answer.points } });
    return { question: t(`cubus.sure.${kind}`, { points }), action: say({ key: `cubus.cell.${kind}`, values: {} }) };
  }

  build(): void {
    const build = this.asking ? null : this.answer?.build;
    if (build) this.game.onmove(build);
  }
}

/** All tiles that lie ready, whosever they are: the server marks them as "hand:0:L". */
function usable(cells: readonly string[], hands: readonly Counts[]): Counts {
  const counts = { ...NOTHING };
  for (const cell of cells) {
    const [, player, kind] = cell.split(":") as [string, string, Kind];
    counts[kind] += hands[Number(player)]?.[kind] ?? 0;
  }
  return counts;
}

/** What a draft shows, in a sentence. */
export function answerText(answer: Answer, places: boolean): string {
  const parts = answer.sound
    ? [t("cubus.boxes", { n: answer.boxes }), say({ key: "cubus.show.points", values: { n: answer.points } })]
    : [];
  const why = reason(answer.why, places);
  return [parts.join(", "), why].filter(Boolean).join(". ");
}

/** Why a draft is no build. With `places` the tiles are named with their places, for those who do not see the marks. */
export function reason(why: Phrase | null, places: boolean): string {
  if (why === null) return "";
  const values = Object.fromEntries(
    Object.entries(why.values).map(([name, value]) => {
      const tile = typeof value === "string" ? /^([LRTO]) (-?\d+,-?\d+)$/.exec(value) : null;
      if (tile === null) return [name, value];
      const kind = say({ key: `cubus.tile.${tile[1]}`, values: {} });
      return [name, places ? `${kind} ${tile[2]}` : kind];
    }),
  );
  return say({ key: why.key, values });
}
