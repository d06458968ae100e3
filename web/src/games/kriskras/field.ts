// Where things are on the field, and which square a finger meant. Units are squares.

import type { Cell, Point } from "../../board-kit/contract";
import { middle } from "../../board-kit/geometry";

/** A square part of the field: left, top, width. */
export type Window = [number, number, number];

/** The cells as seen from the other side of the table; what is written stays upright. */
export function turnedCells(cells: readonly Cell[], [wide, high]: Point, turned: boolean): Cell[] {
  if (!turned) return [...cells];
  return cells.map((cell) => ({ ...cell, shape: cell.shape.map(([x, y]): Point => [wide - x, high - y]) }));
}

/** The middle of every cell that is drawn. */
export function spotsOf(cells: readonly Cell[]): Map<string, Point> {
  return new Map(cells.filter((cell) => cell.shape.length > 0).map((cell) => [cell.id, middle(cell.shape)]));
}

/** The part of the field that shows these points with room around them, not smaller than `least`. */
export function around(points: readonly Point[], size: number, least: number): Window {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = Math.min(size, Math.max(least, right - left + 2, bottom - top + 2));
  const inside = (middle: number): number => Math.max(0, Math.min(size - wide, middle - wide / 2));
  return [inside((left + right) / 2), inside((top + bottom) / 2), wide];
}

/** How wide a soldier is drawn, in squares, and how wide it is to be seen, in pixels. */
const SOLDIER = { drawn: 0.76, seen: 16 };

/** The part of a field of so many pixels on which a question about these points can be seen. */
export function nearer(points: readonly Point[], size: number, pixels: number): Window {
  if (points.length === 0) return [0, 0, size];
  return around(points, size, Math.min(size, Math.floor((pixels * SOLDIER.drawn) / SOLDIER.seen)));
}

/** Where musketeers came back in the turn of whoever moved last; the throw after it may have fallen. */
export function returnedLately(actions: readonly { seat: number; text: string }[]): string[] {
  const moves = actions.filter(({ seat }) => seat >= 0);
  const mover = moves.at(-1)?.seat;
  const turn = moves.slice(moves.findLastIndex(({ seat }) => seat !== mover) + 1);
  return turn.flatMap(({ text }) => (text.startsWith("=") ? [text.slice(1)] : []));
}
