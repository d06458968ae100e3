// Mouse and finger on the board: a tap picks what is nearest, a button can be dragged to where it goes.

import type { Point } from "../../net/types";

export interface Hands {
  /** The place that a point means, `reach` squares being forgiven; nothing outside the board. */
  meant: (point: Point, reach: number) => string | null;
  draggable: (cell: string) => boolean;
  tap: (cell: string | null) => void;
  lift: (cell: string) => void;
  /** A button is carried, or a mouse moves over the board; null when it has left. */
  carry: (cell: string, at: Point) => void;
  drop: (cell: string, to: string | null) => void;
  over: (cell: string | null) => void;
}

/** So far a finger may tremble and still tap, in pixels. */
const TREMBLE = 7;

export function hands(board: SVGSVGElement, does: Hands, reachOf: (pixelsPerSquare: number) => number): () => void {
  let down: { id: number; x: number; y: number; cell: string | null } | null = null;
  let dragging = false;

  function point(event: { clientX: number; clientY: number }): [Point, number] {
    const matrix = board.getScreenCTM();
    if (matrix === null) return [[-1, -1], 0.5];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [[at.x, at.y], reachOf(matrix.a)];
  }

  function start(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return;
    down = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: does.meant(...point(event)) };
    dragging = false;
  }

  function move(event: PointerEvent): void {
    const [at, reach] = point(event);
    if (down?.id === event.pointerId && down.cell !== null && does.draggable(down.cell)) {
      if (!dragging && Math.hypot(event.clientX - down.x, event.clientY - down.y) > TREMBLE) {
        dragging = true;
        board.setPointerCapture(event.pointerId);
        does.lift(down.cell);
      }
      if (dragging) does.carry(down.cell, at);
    }
    if (dragging || event.pointerType === "mouse") does.over(does.meant(at, reach));
  }

  function end(event: PointerEvent): void {
    if (down?.id !== event.pointerId) return;
    const { cell, x, y } = down;
    down = null;
    if (dragging && cell !== null) does.drop(cell, does.meant(...point(event)));
    else if (Math.hypot(event.clientX - x, event.clientY - y) <= 3 * TREMBLE) does.tap(cell);
    if (event.pointerType !== "mouse") does.over(null);
    dragging = false;
  }

  function cancel(event: PointerEvent): void {
    if (down?.id !== event.pointerId) return;
    if (dragging && down.cell !== null) does.drop(down.cell, down.cell);
    down = null;
    dragging = false;
  }

  function leave(): void {
    if (!dragging) does.over(null);
  }

  // a finger that begins on a button of one's own carries it; elsewhere it scrolls the page
  function touch(event: TouchEvent): void {
    const finger = event.touches[0];
    if (event.touches.length !== 1 || finger === undefined) return;
    const cell = does.meant(...point(finger));
    if (cell !== null && does.draggable(cell) && event.cancelable) event.preventDefault();
  }

  // the pointer has already done it; clicks without one come from assistive technology and go on to the cells
  function click(event: MouseEvent): void {
    if (event.detail > 0) event.stopPropagation();
  }

  board.addEventListener("pointerdown", start);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", cancel);
  board.addEventListener("pointerleave", leave);
  board.addEventListener("touchstart", touch, { passive: false });
  board.addEventListener("click", click, { capture: true });
  return () => {
    board.removeEventListener("pointerdown", start);
    board.removeEventListener("pointermove", move);
    board.removeEventListener("pointerup", end);
    board.removeEventListener("pointercancel", cancel);
    board.removeEventListener("pointerleave", leave);
    board.removeEventListener("touchstart", touch);
    board.removeEventListener("click", click, { capture: true });
  };
}
