// What part of the table is seen: everything by itself, or what the player has zoomed and panned to.

import type { Point } from "../../board-kit/contract";
import {
  beyond,
  fitting,
  following,
  offering,
  panned,
  RESIZED,
  suits,
  toScreen,
  toTable,
  zoomed,
  type Camera,
  type Edge,
  type Size,
} from "./camera";
import type { Laid } from "./draft";
import type { DraftStore } from "./draftStore.svelte";
import { centre } from "./lattice";

/** How high the line at the foot of the window is that tells what dashed outlines mean, in pixels. */
const LEGEND = 36;
/** How much of the upper right corner the buttons take that zoom, in pixels, above each other and beside each other. */
const BUTTONS: Size = [54, 148];
const BUTTON_ROW: Size = [148, 54];

export class Viewport {
  width = $state(0);
  height = $state(0);
  /** What the player chose to see; null as long as everything is in sight. */
  own = $state.raw<Camera | null>(null);
  /** The keyboard moves a tile: wherever it goes, it stays in sight. */
  walks = $state(false);
  #gliding = $state(false);
  /** How a picture was seen last: the view moves only where it has to. */
  #last: { picture: readonly Laid[]; size: string; count: number; camera: Camera } | null = null;

  readonly camera: Camera = $derived.by(() => this.own ?? this.#fitted());

  constructor(private readonly drafting: DraftStore) {}

  #fitted(): Camera {
    const { picture, draft, held, carried, lacks, answer } = this.drafting;
    const last = this.#last;
    // what the fingers are at does not move, whatever is said beside it
    if (carried !== null && !this.walks && last?.picture === picture) {
      this.#last = { ...last, camera: this.#offered(last.camera) };
      return this.#last.camera;
    }
    const walking = this.walks ? held : [];
    const slots = draft.slots.map(([kind, a, b]) => ({ kind, a, b }));
    const missing = lacks ? (answer?.spot ?? []).map(([kind, a, b]) => ({ kind, a, b })) : [];
    const tiles = [...picture, ...draft.tiles, ...slots, ...walking];
    const size = this.size.join();
    const camera = this.#cameraFor([...tiles, ...missing], tiles.length, picture, size);
    this.#last = { picture, size, count: tiles.length, camera };
    return camera;
  }

  /** A place where the tile that was picked can go is in sight. */
  #offered(camera: Camera): Camera {
    return offering(camera, this.size, this.#places, this.#foot, this.#corner);
  }

  /** The edges behind which there are more places for the tile that was picked. */
  get beyond(): ReadonlySet<Edge> {
    return beyond(this.camera, this.size, this.#places, this.#corner);
  }

  get #places(): Parameters<typeof offering>[2] {
    return this.drafting.places.map(([kind, a, b]) => ({ kind, a, b }));
  }

  get #corner(): Size {
    return this.low ? BUTTON_ROW : BUTTONS;
  }

  #cameraFor(tiles: Parameters<typeof fitting>[0], count: number, picture: readonly Laid[], size: string): Camera {
    const last = this.#last;
    if (last === null) return this.#above(tiles);
    // several at once, as a layer: the whole of it is looked at
    const many = count > last.count + 1;
    if (last.picture === picture && last.size === size && !many) return following(last.camera, this.size, tiles);
    const far = last.size === size ? undefined : RESIZED;
    return suits(last.camera, this.size, tiles, this.#foot, far) ? last.camera : this.#above(tiles);
  }

  /** Everything, above the line that tells what is dashed. */
  #above(tiles: Parameters<typeof fitting>[0]): Camera {
    const [[width, height], foot] = [this.size, this.#foot];
    const camera = fitting(tiles, [width, height - foot]);
    // not all of it: the lid of a box that is put on top is to be seen as well
    return { ...camera, y: camera.y + foot / 4 / camera.scale };
  }

  /** The place of that line is free also while nothing is dashed, so that the picture does not move when it comes. */
  get #foot(): number {
    return Math.min(LEGEND, this.size[1] / 6);
  }

  get size(): Size {
    return [this.width || 400, this.height || 400];
  }

  /** Whether the buttons that zoom have to stand beside each other. */
  get low(): boolean {
    return this.size[1] < BUTTONS[1];
  }

  get gliding(): boolean {
    return this.#gliding || this.own === null;
  }

  get transform(): string {
    const { x, y, scale } = this.camera;
    const [width, height] = this.size;
    return `translate(${width / 2 - x * scale}px, ${height / 2 - y * scale}px) scale(${scale})`;
  }

  toTable(point: Point): Point {
    return toTable(this.camera, this.size, point);
  }

  zoom(factor: number, around: Point = [this.size[0] / 2, this.size[1] / 2]): void {
    this.own = zoomed(this.camera, this.size, factor, around);
  }

  pan(dx: number, dy: number): void {
    this.own = panned(this.camera, dx, dy);
  }

  nearer(): void {
    this.#glide(() => this.zoom(1.3));
  }

  further(): void {
    this.#glide(() => this.zoom(1 / 1.3));
  }

  everything(): void {
    this.#last = null;
    this.#glide(() => (this.own = null));
  }

  /** When only a part of the table is seen, it follows. */
  keep(tile: Laid): void {
    if (this.own === null) return;
    const [width, height] = this.size;
    const [x, y] = toScreen(this.camera, this.size, centre(tile.kind, tile.a, tile.b));
    const margin = Math.min(this.camera.scale, width / 3, height / 3);
    const over = (at: number, length: number) => Math.min(0, at - margin) + Math.max(0, at - length + margin);
    const [dx, dy] = [over(x, width), over(y, height)];
    if (dx !== 0 || dy !== 0) this.#glide(() => this.pan(-dx, -dy));
  }

  #glide(change: () => void): void {
    this.#gliding = true;
    change();
    setTimeout(() => (this.#gliding = false), 250);
  }
}
