// Mouse and fingers on the table: a tile is dragged or tapped, the table is pushed or pinched.

import type { Point } from "../../board-kit/contract";
import { distance, nearest } from "../../board-kit/hit";
import { listenToPointer, type PointerListener, type PointerPlace } from "../../board-kit/pointer";
import { tilesUnder, type Corner, type Laid } from "./draft";
import type { Carried } from "./draftState.svelte";
import type { DraftStore } from "./draftStore.svelte";
import { centre, lies, nearestPoint, seenAt, snap, type Kind } from "./lattice";
import type { Viewport } from "./viewport.svelte";

const REACH = 24; // half of what a finger covers, in pixels

type Gesture =
  | { do: "pan"; at: Point }
  /** grip: from the pointer to the middle of the tile. */
  | { do: "tile"; tile: Laid; grip: Point }
  | { do: "hand"; kind: Kind };

export class Gestures {
  /** The corner under the mouse. */
  hovered = $state.raw<Corner | null>(null);

  #listener: PointerListener | null = null;
  #svg: SVGSVGElement | null = null;
  #gesture: Gesture | null = null;
  #lifted = false;
  #fromHand: Kind | null = null;
  /** From the mouse to the middle of the tile that was picked: so it does not jump when the mouse moves on. */
  #grip: Point = [0, 0];
  /** Whether what is held has gone along with the mouse. */
  #led = false;

  /** tapOther: what a tap does while nothing can be laid. */
  constructor(
    private readonly drafting: DraftStore,
    private readonly viewport: Viewport,
    private readonly tapOther: (place: PointerPlace, point: Point, reach: number) => void,
  ) {}

  /** Listen to the drawing of the table, whose units are pixels. */
  listen = (svg: SVGSVGElement): (() => void) => {
    const listener = listenToPointer(svg, {
      press: (place) => this.#press(place),
      drag: (place) => this.#drag(place),
      drop: (place) => this.#drop(place),
      tap: (place) => this.#tap(place),
      hover: (place) => this.#hover(place),
      pinch: (factor, around, moved) => {
        this.viewport.walks = false;
        this.viewport.zoom(factor, around);
        this.viewport.pan(...moved);
      },
    });
    this.#listener = listener;
    this.#svg = svg;
    return listener.stop;
  };

  /** A tile of the hand is taken hold of, outside the drawing. */
  grab(event: PointerEvent, kind: Kind): void {
    this.#fromHand = kind;
    this.#listener?.begin(event);
    this.#fromHand = null;
  }

  // --- hit testing ---

  get #reach(): number {
    return REACH / this.viewport.camera.scale;
  }

  #inside([x, y]: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.viewport.size[0] && y <= this.viewport.size[1];
  }

  /** The tiles under a finger, the likeliest first; or the nearest within its reach. */
  #tilesAt(point: Point): Laid[] {
    const hit = tilesUnder(this.drafting.tiles, point);
    if (hit.length > 0) return hit;
    const near = nearest(
      [...this.drafting.tiles].reverse(),
      ({ kind, a, b }) => distance(centre(kind, a, b), point),
      this.#reach,
    );
    return near === null ? [] : [near.item];
  }

  #cornerAt(point: Point): Corner | undefined {
    const reach = Math.min(0.42, Math.max(0.28, this.#reach));
    return nearest(this.drafting.corners, ({ a, b }) => distance(seenAt(a, b), point), reach)?.item;
  }

  // --- pointer events ---

  #press({ at }: PointerPlace): "piece" | "view" {
    this.viewport.walks = false;
    this.#lifted = false;
    if (this.#fromHand !== null) {
      this.#gesture = { do: "hand", kind: this.#fromHand };
      return "piece";
    }
    const point = this.viewport.toTable(at);
    const tile = this.drafting.open ? this.#tilesAt(point)[0] : undefined;
    if (tile === undefined) {
      this.#gesture = { do: "pan", at };
      return "view";
    }
    this.#gesture = { do: "tile", tile, grip: fromTo(point, tile) };
    return "piece";
  }

  #drag({ at }: PointerPlace): void {
    const gesture = this.#gesture;
    if (gesture === null) return;
    if (gesture.do === "pan") {
      this.viewport.pan(at[0] - gesture.at[0], at[1] - gesture.at[1]);
      gesture.at = at;
      return;
    }
    if (!this.#lifted) this.#lift(gesture);
    const carried = this.drafting.carried?.tile;
    if (carried === undefined) return;
    const [x, y] = this.viewport.toTable(at);
    const grip: Point = gesture.do === "tile" ? gesture.grip : [0, 0];
    // of a box any tile may have been taken hold of: the middle that counts is that of the first
    const [ox, oy] = gesture.do === "tile" ? between(gesture.tile.kind, carried.kind) : [0, 0];
    const middle: Point = [x + grip[0] + ox, y + grip[1] + oy];
    this.drafting.carryTo(...snap(carried.kind, ...middle), middle);
  }

  #lift(gesture: Gesture): void {
    this.#lifted = true;
    const { x, y } = this.viewport.camera;
    if (gesture.do === "tile" && !this.drafting.holds(gesture.tile.id)) this.drafting.carry(gesture.tile);
    if (gesture.do === "hand") this.drafting.take(gesture.kind, nearestPoint(x, y));
  }

  /** Whether a place outside the drawing is where the tiles of the hand lie. */
  #overHand({ at: [x, y] }: PointerPlace): boolean {
    const { left, top } = this.#svg?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return document.elementFromPoint(left + x, top + y)?.closest("[data-tray]") != null;
  }

  /** Where a tile cannot be let go, it stays picked. */
  #drop(place: PointerPlace | null): void {
    const panned = this.#gesture?.do === "pan";
    this.#gesture = null;
    if (panned || this.drafting.carried === null) return;
    if (place === null) this.drafting.letGo();
    else if (!this.#inside(place.at)) this.drafting.dropBeside(this.#overHand(place));
    else if (!this.drafting.lay()) this.drafting.rest();
  }

  #tap(place: PointerPlace): void {
    const point = this.viewport.toTable(place.at);
    if (!this.drafting.open) {
      this.tapOther(place, point, this.#reach);
      return;
    }
    if (this.drafting.carried !== null) this.#tapWith(this.drafting.carried, point);
    else this.#tapFree(point);
  }

  /** A second tap on a tile takes hold of another that lies there, or of its whole box, or puts it down; a tap elsewhere lays it
   *  there. */
  #tapWith({ tile, mates, waiting }: Carried, point: Point): void {
    const onIt = !waiting && this.drafting.held.some(({ kind, a, b }) => lies(kind, a, b, point));
    const still = onIt && mates.length === 0 && this.drafting.atHome;
    if (still && this.drafting.carryNext()) return this.#hook(point);
    if (still && this.drafting.carryBox()) return;
    if (!onIt) this.drafting.carryTo(...snap(tile.kind, ...point));
    if (!this.drafting.lay()) this.drafting.rest();
  }

  #tapFree(point: Point): void {
    const corner = this.#cornerAt(point);
    const [tile, ...under] = this.#tilesAt(point);
    if (corner !== undefined) this.drafting.flip(corner);
    else if (tile !== undefined) {
      this.drafting.carry(tile, under);
      this.#hook(point);
    }
  }

  /** From here the mouse leads what has just been picked. */
  #hook(point: Point): void {
    const tile = this.drafting.carried?.tile;
    if (tile !== undefined) this.#grip = fromTo(point, tile);
  }

  /** A tile that was picked goes along with the mouse; a corner that can be turned shows itself. */
  #hover(place: PointerPlace | null): void {
    if (!this.drafting.open) return;
    const carried = this.drafting.carried;
    const point = place && this.viewport.toTable(place.at);
    if (carried === null) this.hovered = (point && this.#cornerAt(point)) ?? null;
    else if (point !== null) this.#lead(carried, point);
    else if (this.#led) this.drafting.rest(); // it left the table without the mouse button: it is still picked
    this.#led = carried !== null && point !== null;
  }

  #lead({ tile, fromHand }: Carried, [x, y]: Point): void {
    const [gx, gy] = fromHand ? [0, 0] : this.#grip;
    this.drafting.carryTo(...snap(tile.kind, x + gx, y + gy));
  }
}

/** From a point to the middle of a tile. */
function fromTo([x, y]: Point, { kind, a, b }: Laid): Point {
  const [cx, cy] = centre(kind, a, b);
  return [cx - x, cy - y];
}

/** From the middle of one tile of a box to that of another. */
function between(from: Kind, to: Kind): Point {
  return fromTo(centre(from), { id: 0, kind: to, a: 0, b: 0 });
}
