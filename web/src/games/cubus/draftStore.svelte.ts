// The picture as this browser shows it: what the server says lies there, and the draft a player makes of it.

import { say, t } from "../../i18n/i18n.svelte";
import { answerText, type Answer } from "./answer";
import {
  aligned,
  begin,
  boxOf,
  counted,
  coversLike,
  movedTiles,
  follow,
  freePlace,
  inPlacesOf,
  layUnder,
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
  type History,
  type Laid,
} from "./draft";
import { DraftState, NOTHING, type Carried } from "./draftState.svelte";
import type { CubusView } from "./extra";
import type { Kind, Spot } from "./lattice";

interface Kept {
  seen: string;
  shift: [number, number];
  history: History;
}

const PAUSE = 80;
/** A tile that has just been taken hold of, alone. */
const LOOSE: Omit<Carried, "tile"> = { mates: [], fromHand: false, waiting: false, at: null, under: [] };

export class DraftStore extends DraftState {
  #kept: Kept | null = null;
  #seen = "";
  #lying = "";
  /** How many actions there were when it was shown: with fewer, some were taken back. */
  #actions = 0;
  /** Whether the position that is shown is an earlier one. */
  #past = false;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  // --- new positions ---

  see(view: CubusView): void {
    const { tiles, hands, passer } = view.extra;
    const lying = JSON.stringify(tiles);
    const seen = JSON.stringify([lying, hands, view.phase, view.player, passer, view.marks["usable"]]);
    if (seen === this.#seen) return;
    const first = this.#seen === "";
    if (this.game.past !== null) this.#kept ??= { seen: this.#seen, shift: this.shift, history: this.history };
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
    this.shift = kept.shift;
    this.picture = kept.history.past[0]?.tiles ?? kept.history.now.tiles;
    this.history = kept.history;
  }

  #show(tiles: Spot[], first: boolean): void {
    this.shift = first ? [0, 0] : shifted(this.draft.tiles, tiles, this.shift);
    const [da, db] = this.shift;
    const next = settled(
      this.draft.tiles,
      tiles.map(([kind, a, b]) => [kind, a + da, b + db]),
    );
    // the same build may stand in front or behind: whoever built sees what they laid, unless they laid all of it elsewhere
    const laid = this.changed ? movedTiles(next, this.picture) : null;
    this.picture = next;
    this.history = begin(next);
    if (first) return;
    this.#markFresh(JSON.parse(this.#lying) as Spot[], tiles);
    if (laid !== null && laid.size <= this.fresh.size) this.fresh = laid;
  }

  #markFresh(before: readonly Spot[], tiles: readonly Spot[]): void {
    const [da, db] = this.shift;
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
    const [da, db] = this.shift;
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
        if (this.history.past.length > 0) {
          const said = answerText(this.changed ? answer : { ...answer, why: null }, true);
          this.spoken = [this.proposal, said].filter(Boolean).join(" ");
        }
      });
    }, PAUSE);
  }

  // --- changes by the player ---

  #become(draft: Draft): void {
    this.letGo();
    if (draft === this.draft) return;
    this.history = follow(this.history, draft);
    this.ask();
  }

  /** Say why nothing happens. */
  refuse(text: string, values: Record<string, string> = {}): void {
    this.game.onrefuse(t(text, values));
  }

  carry(tile: Laid, under: readonly Laid[] = []): void {
    if (this.open) this.#hold({ ...LOOSE, tile, under });
  }

  /** Take hold of another tile that lies where one was tapped; false if there is none. */
  carryNext(): boolean {
    const [next, ...under] = this.carried?.under ?? [];
    if (next !== undefined) this.carry(next, under);
    return next !== undefined;
  }

  #hold(carried: Carried): void {
    this.letGo();
    this.carried = carried;
  }

  /** Take hold of the whole box that a carried tile of the table belongs to; false if no more of it is seen. */
  carryBox(): boolean {
    const carried = this.carried;
    const home = this.draft.tiles.find(({ id }) => id === carried?.tile.id);
    if (carried === null || home === undefined) return false;
    const mates = boxOf(this.draft.tiles, home).filter((tile) => tile !== home);
    if (mates.length > 0) this.carried = { ...carried, tile: home, mates };
    return mates.length > 0;
  }

  /** Pick a tile in the hand, to be laid where the table is tapped next; picked again, it is let go. */
  pickInHand(kind: Kind): void {
    if (this.#took(kind)) this.letGo();
    else if (this.#has(kind))
      this.#hold({ ...LOOSE, tile: { id: newId(), kind, a: 0, b: 0 }, fromHand: true, waiting: true });
  }

  /** Take a tile out of the hand, and hold it over a free place near some point. */
  take(kind: Kind, near: [number, number]): Laid | null {
    if (this.#took(kind)) this.letGo();
    if (!this.#has(kind)) return null;
    const tile = { id: newId(), kind, ...freePlace(this.draft.tiles, { kind, a: near[0], b: near[1] }) };
    this.#hold({ ...LOOSE, tile, fromHand: true });
    return tile;
  }

  /** Whether what is held is such a tile, from the hand. */
  #took(kind: Kind): boolean {
    return this.carried?.fromHand === true && this.carried.tile.kind === kind;
  }

  /** Whether such a tile can be laid now; otherwise it is said why not. */
  #has(kind: Kind): boolean {
    const has = this.left[kind] > 0;
    if (!this.open) this.refuseShut();
    else if (!has) this.refuse("cubus.none");
    return this.open && has;
  }

  /** Somebody who plays tries to move tiles while nothing can be laid. */
  refuseShut(): void {
    const { playing, past, people } = this.game;
    if (!playing || past !== null || people.length === 0) return;
    this.refuse(this.mayKnock.length > 0 ? "cubus.shut.knock" : "cubus.shut.turn");
  }

  carryTo(a: number, b: number, at: [number, number] | null = null): void {
    const carried = this.carried;
    if (carried === null) return;
    const mates = carried.mates.map((mate) => ({ ...mate, a, b }));
    this.carried = { ...carried, tile: { ...carried.tile, a, b }, mates, waiting: false, at };
  }

  /** What is held is where it came from, and still held. */
  rest(): void {
    const carried = this.carried;
    if (carried === null) return;
    const home = this.draft.tiles.find(({ id }) => id === carried.tile.id);
    if (home === undefined) this.carried = { ...carried, waiting: true, at: null };
    else this.carryTo(home.a, home.b);
  }

  /** The name of a tile with its place. */
  name(tile: Laid): string {
    const kind = say({ key: `cubus.tile.${tile.kind}`, values: {} });
    return `${kind} ${tile.a - this.shift[0]},${tile.b - this.shift[1]}`;
  }

  /** Lay what is held. Where its like lies nothing would look different: that is refused, and it is still held. */
  lay(): boolean {
    if (this.carried === null || this.carried.waiting) return false;
    if (coversLike(this.draft, this.held)) {
      if (this.held.length > 1) this.refuse("cubus.like.box");
      else this.refuse("cubus.like", { tile: say({ key: `cubus.view.one.${this.carried.tile.kind}`, values: {} }) });
      return false;
    }
    this.#become(this.held.reduce(place, this.draft));
    return true;
  }

  /** Put what is held back where it was. */
  letGo(): void {
    if (this.open) this.game.onrefuse(""); // what was said of it is over
    this.carried = null;
  }

  /** Into the hand again, if as many of the kind came from there; otherwise it is said that they stay. */
  toHand(tiles: readonly Laid[]): boolean {
    if (this.carried?.fromHand && tiles.every(({ id }) => this.holds(id))) {
      this.letGo();
      return true;
    }
    const counts = counted(this.picture);
    const draft = tiles.reduce<Draft | null>((left, { id }) => left && lift(left, id, counts), this.draft);
    if (draft === null) this.refuse("cubus.stays");
    else this.#become(draft);
    return draft !== null;
  }

  /** What is held is let go beside the table. Unless that is over the hand, it is said what comes of it. */
  dropBeside(overHand: boolean): void {
    if (this.carried?.fromHand && !overHand) {
      this.refuse("cubus.beside");
      this.rest();
    } else if (!this.toHand(this.held)) this.rest();
    else if (!overHand) this.refuse("cubus.beside.back");
  }

  flip(corner: Corner): void {
    this.#become(turn(this.draft, corner, this.flipData));
  }

  layer(): void {
    if (this.answer === null || this.asking) return;
    if (this.answer.layer.length === 0) this.refuse("cubus.nolayer");
    else this.#become(layUnder(this.draft, this.answer.layer, this.left));
  }

  undo(): void {
    this.letGo();
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
    const [da, db] = this.game.view.extra.open.length > 0 ? this.shift : aligned(this.picture, tiles, this.shift);
    const laid = tiles.map(([kind, a, b]): Spot => [kind, a + da, b + db]);
    const draft = { tiles: settled(this.picture, laid), slots: [] };
    this.#become(draft);
    this.proposed = draft;
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
