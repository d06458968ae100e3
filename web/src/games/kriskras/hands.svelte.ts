// Mouse and finger on the field: hovering, tapping near a square, dragging a fighter.

import type { Point } from "../../net/types";
import { distance, nearest, type Hit } from "./field";

/** What a finger covers, in pixels: a tap goes to the nearest square within this. */
export const REACH = 24;

export interface Drag {
  from: string;
  at: Point;
  touch: boolean;
  /** Red ends that were passed, in order. */
  passed: string[];
}

/** What the hands need to know of the field, and what they do to it. */
export interface Field {
  /** Where on the field an event is, in squares. */
  at: (event: MouseEvent) => Point;
  /** How many pixels a square measures now. */
  pixels: () => number;
  spots: () => ReadonlyMap<string, Point>;
  movable: () => Set<string>;
  pickable: () => Set<string>;
  reds: () => Set<string>;
  grab: (cell: string) => void;
  drop: (cell: string, drag: Drag) => void;
  tap: (hit: Hit | null, at: Point, touch: boolean) => void;
}

export class Hands {
  hovered = $state("");
  drag = $state.raw<Drag | null>(null);

  #down: { from: string; at: Point; touch: boolean; pointer: number } | null = null;
  #touch = false;
  #dropped = false;

  constructor(readonly field: Field) {}

  /** Listen to a drawing; returns how to stop. */
  listen(svg: SVGSVGElement): () => void {
    const stop = new AbortController();
    const on = <Kind extends keyof SVGElementEventMap>(
      kind: Kind,
      heard: (event: SVGElementEventMap[Kind]) => void,
      more: AddEventListenerOptions = {},
    ): void => svg.addEventListener(kind, heard, { ...more, signal: stop.signal });
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#move(event, svg));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", () => this.#forget());
    on("pointerleave", () => (this.hovered = ""));
    on("click", (event) => this.#click(event), { capture: true });
    // a finger on a fighter drags it; anywhere else it scrolls the page
    on("touchmove", (event) => this.#hold(event), { passive: false });
    on("focusin", (event) => this.#focus(event.target as Element));
    on("focusout", () => (this.hovered = ""));
    return () => stop.abort();
  }

  #hit(at: Point, cells: Set<string>, touch: boolean): Hit | null {
    const reach = touch ? Math.max(0.75, REACH / this.field.pixels()) : 0.71;
    return nearest(at, cells, this.field.spots(), reach);
  }

  #press(event: PointerEvent): void {
    this.#touch = event.pointerType !== "mouse";
    this.#dropped = false;
    this.#down = null;
    if (!event.isPrimary || event.button !== 0) return;
    const at = this.field.at(event);
    const from = this.#hit(at, this.field.movable(), this.#touch)?.cell;
    if (from !== undefined) this.#down = { from, at, touch: this.#touch, pointer: event.pointerId };
  }

  #hold(event: TouchEvent): void {
    if (this.#down !== null && event.touches.length === 1 && event.cancelable) event.preventDefault();
  }

  #move(event: PointerEvent, svg: SVGSVGElement): void {
    const at = this.field.at(event);
    const down = this.#down;
    if (down === null) {
      if (event.pointerType === "mouse") this.hovered = this.#hit(at, this.field.pickable(), false)?.cell ?? "";
      return;
    }
    if (down.pointer !== event.pointerId) return;
    if (event.buttons === 0) return this.#forget(); // let go of where nobody saw it
    if (this.drag === null) {
      if (distance(at, down.at) * this.field.pixels() < (down.touch ? 9 : 5)) return;
      svg.setPointerCapture(event.pointerId);
      this.field.grab(down.from);
      this.drag = { from: down.from, at, touch: down.touch, passed: [] };
    }
    const over = this.#hit(at, this.field.pickable(), down.touch)?.cell ?? "";
    this.hovered = over === down.from && distance(at, down.at) < 0.5 ? "" : over;
    const passed = this.drag.passed;
    const news = this.field.reds().has(over) && passed.at(-1) !== over;
    this.drag = { ...this.drag, at, passed: news ? [...passed, over] : passed };
  }

  #release(event: PointerEvent): void {
    const drag = this.drag;
    if (drag !== null && event.pointerId === this.#down?.pointer) {
      this.#dropped = true;
      if (this.hovered !== "") this.field.drop(this.hovered, drag);
    }
    this.#forget();
  }

  #forget(): void {
    this.#down = null;
    this.drag = null;
    if (this.#touch) this.hovered = "";
  }

  /** A click of a pointer is ours; one that a screen reader makes goes to the cell itself. */
  #click(event: MouseEvent): void {
    if (event.detail === 0) return;
    event.stopPropagation();
    if (this.#dropped) this.#dropped = false;
    else {
      const at = this.field.at(event);
      this.field.tap(this.#hit(at, this.field.pickable(), this.#touch), at, this.#touch);
    }
  }

  #focus(element: Element): void {
    if (element.matches(":focus-visible")) this.hovered = element.getAttribute("data-cell") ?? "";
  }
}
