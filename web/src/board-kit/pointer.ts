// Mouse and fingers on a drawing: taps, drags, hovering, two fingers, and the focus of a keyboard. A click without a
// pointer comes from a keyboard or a screen reader and is left to the cells.

import type { Point } from "./contract";

export interface PointerPlace {
  /** In the units of the drawing. */
  at: Point;
  /** How many pixels such a unit measures. */
  scale: number;
  touch: boolean;
  target: Element | null;
}

export interface PointerHandlers {
  /** A press: on a piece that can be dragged (then the page does not scroll), on what may be shoved, or on neither. */
  press: (place: PointerPlace) => "piece" | "view" | null;
  drag: (place: PointerPlace) => void;
  /** The end of a drag; no place if it was broken off. */
  drop: (place: PointerPlace | null) => void;
  tap: (place: PointerPlace) => void;
  /** A mouse moves without pressing; null when it has left. */
  hover?: (place: PointerPlace | null) => void;
  /** The cell that a keyboard has gone to. */
  focus?: (cell: string | null) => void;
  /** Two fingers: by how much they went apart, around which point, and how far both moved, in pixels. */
  pinch?: (factor: number, around: Point, moved: Point) => void;
}

/** A press is a drag from so many pixels on. */
const DRAG_AFTER = 7;
/** A finger that could not drag anything still taps if it moved less than this. */
const TAP_WITHIN = 21;

interface Press {
  id: number;
  x: number;
  y: number;
  on: "piece" | "view" | null;
}

type Where = Pick<PointerEvent, "clientX" | "clientY">;

export interface PointerListener {
  /** A press outside the drawing that may become a drag into it. */
  begin: (event: PointerEvent) => void;
  stop: () => void;
}

/** Listen to a drawing. `frame` is the part of it whose units count; the drawing itself unless given. */
export function listenToPointer(
  svg: SVGSVGElement,
  handlers: PointerHandlers,
  frame: () => SVGGraphicsElement | undefined = () => svg,
): PointerListener {
  const stop = new AbortController();
  let press: Press | null = null;
  let dragging = false;
  let fingers: { id: number; at: Point }[] = [];

  function place(event: PointerEvent): PointerPlace {
    const matrix = frame()?.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const target = event.target instanceof Element ? event.target : null;
    return { at: [x, y], scale: matrix.a, touch: event.pointerType !== "mouse", target };
  }

  function onPage(event: Where): Point {
    const { left, top } = svg.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (press !== null || fingers.length > 0) return second(event);
    if (!event.isPrimary) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, on: handlers.press(place(event)) };
    fingers = [{ id: event.pointerId, at: onPage(event) }];
    dragging = false;
  }

  /** Another finger: what one of them was doing is broken off. */
  function second(event: PointerEvent): void {
    if (handlers.pinch === undefined || fingers.length !== 1 || fingers[0]?.id === event.pointerId) return;
    if (dragging) handlers.drop(null);
    press = null;
    dragging = false;
    fingers = [...fingers, { id: event.pointerId, at: onPage(event) }];
  }

  function move(event: PointerEvent): void {
    const finger = fingers.find(({ id }) => id === event.pointerId);
    if (finger === undefined) return;
    const before = finger.at;
    finger.at = onPage(event);
    if (press === null) return pinched(event.pointerId, before, finger.at);
    if (press.on === null) return;
    if (event.buttons === 0) return end(event, false); // let go where nobody saw it
    if (!dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_AFTER) {
      dragging = true;
      svg.setPointerCapture(event.pointerId);
    }
    if (dragging) handlers.drag(place(event));
  }

  function pinched(id: number, before: Point, now: Point): void {
    const other = fingers.find((finger) => finger.id !== id)?.at;
    if (other === undefined) return;
    const apart = Math.hypot(now[0] - other[0], now[1] - other[1]);
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const around: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    handlers.pinch?.(was > 0 ? apart / was : 1, around, [(now[0] - before[0]) / 2, (now[1] - before[1]) / 2]);
  }

  function end(event: PointerEvent, finished: boolean): void {
    fingers = fingers.filter(({ id }) => id !== event.pointerId);
    if (press?.id !== event.pointerId) return;
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    const dragged = dragging;
    press = null;
    dragging = false;
    if (dragged) handlers.drop(finished ? place(event) : null);
    else if (finished && moved <= TAP_WITHIN && svg.contains(event.target as Node)) handlers.tap(place(event));
  }

  function hover(event: PointerEvent): void {
    if (event.pointerType === "mouse" && (press === null || press.on === null)) handlers.hover?.(place(event));
  }

  /** Of a click by a pointer everything has been heard already. */
  function click(event: MouseEvent): void {
    if (event.detail > 0) event.stopPropagation();
  }

  function own(event: Event): boolean {
    return event.target instanceof Node && svg.contains(event.target);
  }

  function focus(cell: string | null): void {
    queueMicrotask(() => handlers.focus?.(cell)); // it also comes while a drawing changes
  }

  const { signal } = stop;
  svg.addEventListener("pointerdown", begin, { signal });
  svg.addEventListener("pointermove", hover, { signal });
  svg.addEventListener("pointerleave", () => !dragging && handlers.hover?.(null), { signal });
  svg.addEventListener("click", click, { signal, capture: true });
  svg.addEventListener("touchmove", (event) => press?.on === "piece" && event.preventDefault(), {
    signal,
    passive: false,
  });
  // not at the drawing itself: a drawing that listens to focus gets a place of its own among the tab stops
  document.addEventListener("focusin", (event) => own(event) && focus(focusedCell(event.target)), { signal });
  document.addEventListener("focusout", (event) => own(event) && focus(null), { signal });
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", (event) => end(event, true), { signal });
  window.addEventListener("pointercancel", (event) => end(event, false), { signal });
  return { begin, stop: () => stop.abort() };
}

/** The cell that a keyboard has gone to; a click also gives focus, and that says nothing. */
function focusedCell(target: EventTarget | null): string | null {
  const element = target instanceof Element && target.matches(":focus-visible") ? target.closest("[data-cell]") : null;
  return element?.getAttribute("data-cell") ?? null;
}
