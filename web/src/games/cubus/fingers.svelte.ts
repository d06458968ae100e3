// Mouse and fingers on the table: a tile is dragged or tapped, the table is pushed or pinched.

import type { Point } from "../../net/types";
import type { Corner, Laid } from "./draft";
import type { Drafting } from "./draftStore.svelte";
import { centre, lies, nearest, seenAt, snap, type Kind } from "./lattice";
import type { Sight } from "./viewport.svelte";

const CLEAR = 6; // so many pixels are a drag, fewer a tap
const REACH = 24; // half of what a finger covers, in pixels

interface Gesture {
  do: "tile" | "hand" | "pan" | "pinch";
  from: Point;
  clear: boolean;
  tile?: Laid;
  kind?: Kind;
  /** From the pointer to the middle of the tile. */
  grip: Point;
}

type Where = { clientX: number; clientY: number };

/** The one nearest to a point, if any is within reach. */
export function closest<One>(all: readonly One[], where: (one: One) => Point, [x, y]: Point, reach: number) {
  let best: One | undefined;
  let least = reach;
  for (const one of all) {
    const [ox, oy] = where(one);
    if (Math.hypot(ox - x, oy - y) < least) [best, least] = [one, Math.hypot(ox - x, oy - y)];
  }
  return best;
}

export class Fingers {
  /** The corner under the mouse. */
  hovered = $state.raw<Corner | null>(null);

  #down: { id: number; at: Point }[] = [];
  #gesture: Gesture | null = null;

  /** origin: where the drawing is on the page; beside: what a tap does while nothing can be laid. */
  constructor(
    private readonly drafting: Drafting,
    private readonly sight: Sight,
    private readonly origin: () => DOMRect | undefined,
    private readonly beside: (event: PointerEvent, point: Point, reach: number) => void,
  ) {}

  // --- where things are ---

  onScreen(event: Where): Point {
    const box = this.origin();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  }

  #onTable(event: Where): Point {
    return this.sight.toTable(this.onScreen(event));
  }

  #inside(event: Where): boolean {
    const [x, y] = this.onScreen(event);
    return x >= 0 && y >= 0 && x <= this.sight.size[0] && y <= this.sight.size[1];
  }

  get #reach(): number {
    return REACH / this.sight.camera.scale;
  }

  /** The tile under a finger, or the nearest within its reach. */
  #tileAt(point: Point): Laid | undefined {
    const tiles = [...this.drafting.tiles].reverse();
    const hit = tiles.find((one) => lies(one.kind, one.a, one.b, point));
    return hit ?? closest(tiles, (one) => centre(one.kind, one.a, one.b), point, this.#reach);
  }

  #cornerAt(point: Point): Corner | undefined {
    const reach = Math.min(0.42, Math.max(0.28, this.#reach));
    return closest(this.drafting.corners, (one) => seenAt(one.a, one.b), point, reach);
  }

  // --- down, move, up ---

  down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#down.length > 1) return;
    this.sight.walks = false;
    if (this.#down.length === 1) {
      this.#down = [...this.#down, { id: event.pointerId, at: this.onScreen(event) }];
      if (this.#gesture?.clear) this.drafting.letGo();
      this.#gesture = { do: "pinch", from: [0, 0], clear: true, grip: [0, 0] };
      return;
    }
    const point = this.#onTable(event);
    const tile = this.drafting.open && this.drafting.carried === null ? this.#tileAt(point) : undefined;
    if (tile === undefined) {
      this.#begin(event, { do: "pan" });
      return;
    }
    const [x, y] = centre(tile.kind, tile.a, tile.b);
    this.#begin(event, { do: "tile", tile, grip: [x - point[0], y - point[1]] });
  };

  /** A tile of the hand is taken hold of, outside the drawing. */
  grab(event: PointerEvent, kind: Kind): void {
    if (event.button === 0 && this.#down.length === 0) this.#begin(event, { do: "hand", kind });
  }

  #begin(event: PointerEvent, what: Partial<Gesture>): void {
    this.#gesture = { do: "pan", from: this.onScreen(event), clear: false, grip: [0, 0], ...what };
    this.#down = [{ id: event.pointerId, at: this.onScreen(event) }];
  }

  move = (event: PointerEvent): void => {
    const gesture = this.#gesture;
    if (gesture === null) {
      this.#hover(event);
      return;
    }
    const finger = this.#down.find((one) => one.id === event.pointerId);
    if (finger === undefined) return;
    const before = finger.at;
    const now = this.onScreen(event);
    finger.at = now;
    if (gesture.do === "pinch") {
      this.#pinch(event.pointerId, before, now);
      return;
    }
    if (!gesture.clear && Math.hypot(now[0] - gesture.from[0], now[1] - gesture.from[1]) < CLEAR) return;
    if (!gesture.clear) this.#takeUp(gesture);
    gesture.clear = true;
    if (gesture.do === "pan") this.sight.pan(now[0] - before[0], now[1] - before[1]);
    else this.#drag(event, gesture.grip);
  };

  up = (event: PointerEvent): void => {
    const done = this.#gesture;
    if (!this.#off(event) || done === null) return;
    if (done.do === "pinch" && this.#down.length > 0) return;
    this.#gesture = null;
    if (done.do === "pinch") return;
    if (done.clear && done.do !== "pan") this.#drop(event);
    else if (!done.clear && done.do !== "hand") this.#tap(event);
  };

  cancel = (event: PointerEvent): void => {
    if (!this.#off(event)) return;
    if (this.#gesture?.clear && this.#gesture.do !== "pan") this.drafting.letGo();
    if (this.#down.length === 0) this.#gesture = null;
  };

  /** Take a finger off; whether it was one of ours. */
  #off(event: PointerEvent): boolean {
    const known = this.#down.some((one) => one.id === event.pointerId);
    this.#down = this.#down.filter((one) => one.id !== event.pointerId);
    return known;
  }

  // --- what that means ---

  #takeUp(gesture: Gesture): void {
    const { x, y } = this.sight.camera;
    if (gesture.tile !== undefined) this.drafting.carry(gesture.tile);
    if (gesture.kind !== undefined) this.drafting.take(gesture.kind, nearest(x, y));
  }

  #drag(event: PointerEvent, grip: Point): void {
    const kind = this.drafting.carried?.tile.kind;
    if (kind === undefined) return;
    const [x, y] = this.#onTable(event);
    const at: Point = [x + grip[0], y + grip[1]];
    this.drafting.carryTo(...snap(kind, ...at), at);
  }

  /** Let go beside the table, a tile goes back to where it came from. */
  #drop(event: PointerEvent): void {
    const carried = this.drafting.carried;
    if (carried === null) return;
    if (this.#inside(event)) this.drafting.lay();
    else if (!this.drafting.toHand(carried.tile.id)) this.drafting.letGo();
  }

  #tap(event: PointerEvent): void {
    const point = this.#onTable(event);
    if (!this.drafting.open) {
      this.beside(event, point, this.#reach);
      return;
    }
    if (this.drafting.carried !== null) {
      const tile = this.drafting.carried.tile;
      // a second tap on the tile itself puts it down where it is
      if (!lies(tile.kind, tile.a, tile.b, point)) this.drafting.carryTo(...snap(tile.kind, ...point));
      this.drafting.lay();
      return;
    }
    const corner = this.#cornerAt(point);
    const tile = this.#tileAt(point);
    if (corner !== undefined) this.drafting.flip(corner);
    else if (tile !== undefined) this.drafting.carry(tile);
  }

  #pinch(id: number, before: Point, now: Point): void {
    const other = this.#down.find((one) => one.id !== id)?.at;
    if (other === undefined) return;
    const apart = Math.hypot(now[0] - other[0], now[1] - other[1]);
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    this.sight.zoom(was > 0 ? apart / was : 1, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.sight.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  /** A tile that was picked goes along with the mouse; a corner that can be turned shows itself. */
  #hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || !this.drafting.open) return;
    const inside = this.#inside(event);
    const carried = this.drafting.carried;
    if (carried === null) this.hovered = inside ? (this.#cornerAt(this.#onTable(event)) ?? null) : null;
    else if (inside) this.drafting.carryTo(...snap(carried.tile.kind, ...this.#onTable(event)));
  }
}
