// Mouse and finger on a drawing: a touch, a drag, a hover, all in the drawing's own units. Clicks without a place (from
// a keyboard or a screen reader) are left to the cells.

import type { Point } from "../../net/types";

export interface Pointing {
  tap(at: Point, reach: number): void;
  /** A press that may become a drag; says whether there is something to drag. */
  grab(at: Point, reach: number): boolean;
  drag(at: Point, reach: number): void;
  /** The end of a drag; no point if it was broken off. */
  drop(at: Point | null, reach: number): void;
  hover(at: Point | null, reach: number): void;
  focus(cell: string | null): void;
}

/** How near is near enough, in pixels: a finger is broad. */
const REACH = { mouse: 10, touch: 26 };
const DRAG_AFTER = 7;

export function pointing(svg: SVGSVGElement, hear: Pointing): () => void {
  let pressed: { id: number; x: number; y: number; grabbed: boolean } | null = null;
  let dragging = false;
  let dragged = false;

  function place(event: MouseEvent): [Point, number] {
    const matrix = svg.getScreenCTM();
    if (matrix === null) return [[0, 0], 0];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const broad = (event as PointerEvent).pointerType === "mouse" ? REACH.mouse : REACH.touch;
    return [[x, y], broad / matrix.a];
  }

  function onpointerdown(event: PointerEvent): void {
    dragged = false;
    if (!event.isPrimary || event.button !== 0) return;
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, grabbed: hear.grab(...place(event)) };
  }

  function onpointermove(event: PointerEvent): void {
    if (pressed === null) {
      if (event.pointerType === "mouse") hear.hover(...place(event));
      return;
    }
    if (event.pointerId !== pressed.id || !pressed.grabbed) return;
    if (!dragging && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_AFTER) {
      dragging = true;
      svg.setPointerCapture(event.pointerId);
    }
    if (dragging) hear.drag(...place(event));
  }

  function end(event: PointerEvent, whole: boolean): void {
    if (pressed?.id !== event.pointerId) return;
    pressed = null;
    if (!dragging) return;
    dragging = false;
    dragged = true; // the click that follows is no tap
    const [at, reach] = place(event);
    hear.drop(whole ? at : null, reach);
  }

  function onclick(event: MouseEvent): void {
    if (event.detail === 0) return;
    event.stopPropagation();
    if (!dragged) hear.tap(...place(event));
    dragged = false;
  }

  const heard: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ["pointerdown", onpointerdown],
    ["pointermove", onpointermove],
    ["pointerup", (event: PointerEvent) => end(event, true)],
    ["pointercancel", (event: PointerEvent) => end(event, false)],
    ["pointerleave", (event: PointerEvent) => event.pointerType === "mouse" && !dragging && hear.hover(null, 0)],
    ["click", onclick, { capture: true }],
    // a finger that carries a piece does not scroll the page
    ["touchmove", (event: TouchEvent) => pressed?.grabbed && event.preventDefault(), { passive: false }],
    ["focusin", (event: FocusEvent) => queueMicrotask(() => hear.focus(cellOf(event.target)))],
    ["focusout", () => queueMicrotask(() => hear.focus(null))], // it also comes while a drawing changes
  ];
  for (const [name, listener, how] of heard) svg.addEventListener(name, listener as EventListener, how);
  return () => {
    for (const [name, listener, how] of heard) svg.removeEventListener(name, listener as EventListener, how);
  };
}

/** The cell that a keyboard has gone to; a click also gives focus, and that says nothing. */
function cellOf(target: EventTarget | null): string | null {
  const element = target as Element | null;
  return element?.matches(":focus-visible")
    ? (element.closest("[data-cell]")?.getAttribute("data-cell") ?? null)
    : null;
}
