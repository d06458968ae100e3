// A draft: tiles laid freely. Whether it makes a valid picture is not known here; the server is asked.

import type { Point } from "../../board-kit/contract";
import { distance } from "../../board-kit/hit";
import { centre, covered, edges, isLid, lies, seenAt, type Kind, type Spot } from "./lattice";

export interface Laid {
  readonly id: number;
  readonly kind: Kind;
  readonly a: number;
  readonly b: number;
}

export interface Draft {
  /** From the lowest to the topmost: tiles may lie on each other for a while. */
  readonly tiles: readonly Laid[];
  /** Places that wait for a tile: what the hand lacked when a layer was put under. */
  readonly slots: readonly Spot[];
}

export type Counts = Record<Kind, number>;

/** A corner that stands out and one that stands in fill the same hexagon; the server says how both are laid. */
export interface FlipData {
  readonly out: readonly Spot[];
  readonly in: readonly Spot[];
}

export interface Corner {
  readonly a: number;
  readonly b: number;
  readonly to: "out" | "in";
  /** The three tiles, in the order of the server's lists. */
  readonly ids: readonly number[];
}

let lastId = 0;

export function newId(): number {
  return ++lastId;
}

export function counted(tiles: readonly { kind: Kind }[]): Counts {
  const counts: Counts = { L: 0, R: 0, T: 0, O: 0 };
  for (const { kind } of tiles) counts[kind]++;
  return counts;
}

/** What is still in the hand while a draft lies on the table. Tiles of a kind are all alike. */
export function leftInHand(hand: Counts, picture: Counts, tiles: readonly Laid[]): Counts {
  const laid = counted(tiles);
  return {
    L: hand.L + picture.L - laid.L,
    R: hand.R + picture.R - laid.R,
    T: hand.T + picture.T - laid.T,
    O: hand.O + picture.O - laid.O,
  };
}

/** The text about what can be done: whose tiles may be added, if there are any. */
export function helpKey(phase: string, hand: Counts): string {
  if (hand.L + hand.R + hand.T + hand.O === 0) return "cubus.help.none";
  return phase === "show" ? "cubus.help.knocked" : phase === "leftovers" ? "cubus.help.leftovers" : "cubus.help";
}

function onSamePlace(laid: Laid, other: Laid): boolean {
  const alike = laid.kind === other.kind || (isLid(laid.kind) && isLid(other.kind));
  return alike && laid.a === other.a && laid.b === other.b;
}

/** Lay a tile at its place: one that comes anew, or one that moves. A tile that fills the place already is swapped. */
export function place(draft: Draft, tile: Laid): Draft {
  const before = draft.tiles.find((laid) => laid.id === tile.id);
  if (before?.a === tile.a && before.b === tile.b) return draft;
  const there = draft.tiles.find((laid) => laid.id !== tile.id && onSamePlace(laid, tile));
  if (there !== undefined && there.kind === tile.kind) return draft; // nothing would look different
  let others = draft.tiles.filter((laid) => laid.id !== tile.id);
  if (there !== undefined) {
    const rest = others.filter((laid) => laid !== there);
    const away = before ?? freePlace([...rest, tile], there);
    others = [...rest, { ...there, a: away.a, b: away.b }];
  }
  const slots = draft.slots.filter(([kind, a, b]) => kind !== tile.kind || a !== tile.a || b !== tile.b);
  return { tiles: showingAll([...others, tile]), slots };
}

/** Whether one of these tiles would come to lie on its like, so that nothing would look different. */
export function coversLike(draft: Draft, tiles: readonly Laid[]): boolean {
  const others = draft.tiles.filter((laid) => tiles.every(({ id }) => id !== laid.id));
  return tiles.some(({ kind, a, b }) => others.some((laid) => laid.kind === kind && laid.a === a && laid.b === b));
}

/** How near two middles have to be to count as equally near, in sides of a tile. */
const ALIKE = 0.1;

/**
 * The tiles at a point, the likeliest first: whoever means a tile aims at its middle, though another may lie over half of
 * it. Of two that are as near the upper one is meant.
 */
export function tilesUnder(tiles: readonly Laid[], point: Point): Laid[] {
  const away = ({ kind, a, b }: Laid): number => Math.round(distance(centre(kind, a, b), point) / ALIKE);
  const hit = [...tiles].reverse().filter(({ kind, a, b }) => lies(kind, a, b, point));
  return hit.sort((first, second) => away(first) - away(second));
}

/** The tiles that show the same box as this one: those at its point of the lattice. */
export function boxOf(tiles: readonly Laid[], { a, b }: Laid): Laid[] {
  return tiles.filter((laid) => laid.a === a && laid.b === b);
}

/** The free places for such a tile that have an edge in common with another. */
export function placesBeside(tiles: readonly Laid[], kind: Kind): Spot[] {
  const taken = new Set(tiles.flatMap((laid) => covered(laid.kind, laid.a, laid.b)));
  const drawn = new Set(tiles.flatMap((laid) => edges(laid.kind, laid.a, laid.b)));
  const near = new Map<string, Spot>();
  for (const { a, b } of tiles)
    for (let da = -2; da <= 2; da++)
      for (let db = -2; db <= 2; db++) near.set(`${a + da},${b + db}`, [kind, a + da, b + db]);
  return [...near.values()].filter(
    ([, a, b]) =>
      covered(kind, a, b).every((part) => !taken.has(part)) && edges(kind, a, b).some((edge) => drawn.has(edge)),
  );
}

/** Where a lid of the picture goes when a box is put under it: one place up, though nothing is beside it there yet. */
export function placeAbove(tiles: readonly Laid[], lid: Laid | undefined): Spot[] {
  if (lid === undefined || !isLid(lid.kind)) return [];
  const [a, b] = [lid.a - 1, lid.b - 1];
  const taken = new Set(tiles.flatMap((laid) => covered(laid.kind, laid.a, laid.b)));
  const drawn = new Set(tiles.flatMap((laid) => edges(laid.kind, laid.a, laid.b)));
  const free = covered(lid.kind, a, b).every((part) => !taken.has(part));
  const beside = edges(lid.kind, a, b).some((edge) => drawn.has(edge)); // then it is a place in any case
  return free && !beside ? [[lid.kind, a, b]] : [];
}

/** Take a tile back into the hand; null if all tiles of its kind belong to the picture, which none may leave. */
export function lift(draft: Draft, id: number, picture: Counts): Draft | null {
  const tile = draft.tiles.find((laid) => laid.id === id);
  if (tile === undefined || counted(draft.tiles)[tile.kind] <= picture[tile.kind]) return null;
  return { ...draft, tiles: draft.tiles.filter((laid) => laid.id !== id) };
}

/** The free place nearest to where a tile is. */
export function freePlace(tiles: readonly Laid[], tile: Omit<Laid, "id">): { a: number; b: number } {
  const taken = new Set(tiles.flatMap((laid) => covered(laid.kind, laid.a, laid.b)));
  const reach = 12;
  let best = { a: tile.a, b: tile.b };
  let least = Infinity;
  for (let da = -reach; da <= reach; da++) {
    for (let db = -reach; db <= reach; db++) {
      const far = Math.hypot(...seenAt(da, db));
      if (far < least - 1e-9 && covered(tile.kind, tile.a + da, tile.b + db).every((part) => !taken.has(part))) {
        [best, least] = [{ a: tile.a + da, b: tile.b + db }, far];
      }
    }
  }
  return best;
}

/** A tile that lies wholly under others comes to the top, so that it can be seen and taken. */
function showingAll(tiles: Laid[]): Laid[] {
  const above = new Set<string>();
  const hidden: Laid[] = [];
  for (const tile of [...tiles].reverse()) {
    const own = covered(tile.kind, tile.a, tile.b);
    if (own.every((part) => above.has(part))) hidden.push(tile);
    else own.forEach((part) => above.add(part));
  }
  return hidden.length === 0 ? tiles : [...tiles.filter((laid) => !hidden.includes(laid)), ...hidden];
}

// --- corners and layers ---------------------------------------------------------------------------------------------

/** All corners that can be turned over. `fixed` are places of lids that have to stay. */
export function flippable(tiles: readonly Laid[], flip: FlipData, fixed: readonly string[] = []): Corner[] {
  const at = new Map(tiles.map((laid) => [`${isLid(laid.kind) ? "T" : laid.kind} ${laid.a},${laid.b}`, laid]));
  const corners: Corner[] = [];
  for (const [from, to] of [
    ["in", "out"],
    ["out", "in"],
  ] as const) {
    const lid = flip[from].find(([kind]) => kind === "T");
    if (lid === undefined) continue;
    for (const tile of tiles) {
      if (!isLid(tile.kind) || (tile.kind === "O" && fixed.includes(`${tile.a},${tile.b}`))) continue;
      const [a, b] = [tile.a - lid[1], tile.b - lid[2]];
      const three = flip[from].map(([kind, da, db]) => at.get(`${kind} ${a + da},${b + db}`));
      if (three.every((laid) => laid !== undefined)) corners.push({ a, b, to, ids: three.map((laid) => laid.id) });
    }
  }
  return corners;
}

/** Turn a corner over: its three tiles fill the same hexagon the other way. */
export function turn(draft: Draft, corner: Corner, flip: FlipData): Draft {
  const due = new Map(flip[corner.to].map(([, da, db], index) => [corner.ids[index], [corner.a + da, corner.b + db]]));
  const tiles = draft.tiles.map((laid) => {
    const [a, b] = due.get(laid.id) ?? [laid.a, laid.b];
    return { ...laid, a: a ?? laid.a, b: b ?? laid.b };
  });
  return { ...draft, tiles };
}

/** Put a layer under: what the hand has is laid, what it lacks stays open as a slot. */
export function layUnder(draft: Draft, layer: readonly Spot[], hand: Counts): Draft {
  const left = { ...hand };
  const tiles = [...draft.tiles];
  const slots: Spot[] = [];
  for (const [kind, a, b] of layer) {
    if (left[kind] > 0) {
      left[kind]--;
      tiles.push({ id: newId(), kind, a, b });
    } else slots.push([kind, a, b]);
  }
  return { tiles, slots };
}

// --- undo ----------------------------------------------------------------------------------------------------------

export interface History {
  readonly past: readonly Draft[];
  readonly now: Draft;
}

export function begin(tiles: readonly Laid[]): History {
  return { past: [], now: { tiles, slots: [] } };
}

export function follow(history: History, draft: Draft): History {
  return draft === history.now ? history : { past: [...history.past, history.now], now: draft };
}

export function undone(history: History): History {
  const before = history.past.at(-1);
  return before === undefined ? history : { past: history.past.slice(0, -1), now: before };
}

/** Those tiles that lie where nothing of their kind lies in a picture. */
export function movedTiles(tiles: readonly Laid[], picture: readonly Laid[]): ReadonlySet<number> {
  const lying = new Set(picture.map((laid) => `${laid.kind} ${laid.a},${laid.b}`));
  return new Set(tiles.filter((laid) => !lying.has(`${laid.kind} ${laid.a},${laid.b}`)).map((laid) => laid.id));
}

// --- from one picture to the next -----------------------------------------------------------------------------------

/** The tiles of a new picture, as those that lay there before as far as possible, so that they can be seen to move. */
export function settled(before: readonly Laid[], next: readonly Spot[]): Laid[] {
  const old = new Map(before.map((laid) => [`${laid.kind} ${laid.a},${laid.b}`, laid]));
  const settled: Laid[] = [];
  const open: Spot[] = [];
  for (const spot of next) {
    const key = `${spot[0]} ${spot[1]},${spot[2]}`;
    const laid = old.get(key);
    if (laid === undefined) open.push(spot);
    else settled.push(laid);
    old.delete(key);
  }
  const free = new Set(old.values());
  for (const [kind, a, b] of open) {
    const [x, y] = centre(kind, a, b);
    let mover: Laid | undefined;
    let least = Infinity;
    for (const laid of free) {
      const [ox, oy] = centre(laid.kind, laid.a, laid.b);
      if (laid.kind === kind && Math.hypot(ox - x, oy - y) < least) {
        mover = laid;
        least = Math.hypot(ox - x, oy - y);
      }
    }
    if (mover !== undefined) free.delete(mover);
    settled.push({ id: mover?.id ?? newId(), kind, a, b });
  }
  return settled;
}

/**
 * How far the server's places have to be shifted so that most tiles lie where they lay: after a build it may count from
 * another corner, and the picture should not jump. Staying counts as much as some tiles.
 */
export function aligned(
  before: readonly Laid[],
  next: readonly Spot[],
  now: [number, number],
  staying = 0.5,
): [number, number] {
  const votes = new Map<string, number>([[now.join(), staying]]);
  for (const laid of before) {
    for (const [kind, a, b] of next) {
      if (kind === laid.kind) {
        const key = `${laid.a - a},${laid.b - b}`;
        votes.set(key, (votes.get(key) ?? 0) + 1);
      }
    }
  }
  const [best] = [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most));
  const [da, db] = best.split(",").map(Number);
  return [da ?? 0, db ?? 0];
}

/** How far a picture of the server is shifted from another one; not at all where open lids lie: they keep their places. */
export function shifted(
  before: readonly Laid[],
  next: readonly Spot[],
  now: [number, number],
  staying?: number,
): [number, number] {
  const fixed = before.some(({ kind }) => kind === "O") && next.some(([kind]) => kind === "O");
  return fixed ? now : aligned(before, next, now, staying);
}

/** More than one tile, so that the lid may have moved. */
const LID = 1.5;

/**
 * A picture from before the next one, in the places of that. Both as the server counts them: whoever built has a draft that
 * may lie elsewhere, and has to see the same as everybody. A box on top moves the lid; it is not one that went under.
 */
export function inPlacesOf(next: readonly Spot[], before: readonly Spot[]): Spot[] {
  const tiles = before.map(([kind, a, b], id): Laid => ({ id, kind, a, b }));
  const [da, db] = shifted(tiles, next, [0, 0], LID);
  return before.map(([kind, a, b]) => [kind, a - da, b - db]);
}
