// Mouse and fingers on the table: a tile is dragged or tapped, the table is pushed or pinched.

import type { Point } from "../../board-kit/contract";
import { distance, nearest } from "../../board-kit/hit";
import { listenToPointer, type PointerListener, type PointerPlace } from "../../board-kit/pointer";
import type { Corner, Laid } from "./draft";
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
  #gesture: Gesture | null = null;
  #lifted = false;
  #fromHand: Kind | null = null;

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

  /** The tile under a finger, or the nearest within its reach. */
  #tileAt(point: Point): Laid | undefined {
    const tiles = [...this.drafting.tiles].reverse();
    const hit = tiles.find(({ kind, a, b }) => lies(kind, a, b, point));
    return hit ?? nearest(tiles, ({ kind, a, b }) => distance(centre(kind, a, b), point), this.#reach)?.item;
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
    const tile = this.drafting.open && this.drafting.carried === null ? this.#tileAt(point) : undefined;
    if (tile === undefined) {
      this.#gesture = { do: "pan", at };
      return "view";
    }
    const [x, y] = centre(tile.kind, tile.a, tile.b);
    this.#gesture = { do: "tile", tile, grip: [x - point[0], y - point[1]] };
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
    const kind = this.drafting.carried?.tile.kind;
    if (kind === undefined) return;
    const [x, y] = this.viewport.toTable(at);
    const grip: Point = gesture.do === "tile" ? gesture.grip : [0, 0];
    const middle: Point = [x + grip[0], y + grip[1]];
    this.drafting.carryTo(...snap(kind, ...middle), middle);
  }

  #lift(gesture: Gesture): void {
    this.#lifted = true;
    const { x, y } = this.viewport.camera;
    if (gesture.do === "tile") this.drafting.carry(gesture.tile);
    if (gesture.do === "hand") this.drafting.take(gesture.kind, nearestPoint(x, y));
  }

  /** Let go beside the table, a tile goes back to where it came from. */
  #drop(place: PointerPlace | null): void {
    const carried = this.drafting.carried;
    const panned = this.#gesture?.do === "pan";
    this.#gesture = null;
    if (panned || carried === null) return;
    if (place !== null && this.#inside(place.at)) this.drafting.lay();
    else if (place === null || !this.drafting.toHand(carried.tile.id)) this.drafting.letGo();
  }

  #tap(place: PointerPlace): void {
    const point = this.viewport.toTable(place.at);
    if (!this.drafting.open) {
      this.tapOther(place, point, this.#reach);
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

  /** A tile that was picked goes along with the mouse; a corner that can be turned shows itself. */
  #hover(place: PointerPlace | null): void {
    if (!this.drafting.open) return;
    const carried = this.drafting.carried;
    const point = place && this.viewport.toTable(place.at);
    if (carried === null) this.hovered = (point && this.#cornerAt(point)) ?? null;
    else if (point !== null) this.drafting.carryTo(...snap(carried.tile.kind, ...point));
  }
}
