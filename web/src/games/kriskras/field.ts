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

/**
 * The part of the field that shows these points with room around them, not smaller than `least`, in whole squares.
 * ahead: where forward is, -1 up and 1 down; what is left over is shown there, for from there others come.
 */
export function around(points: readonly Point[], size: number, least: number, ahead = 0): Window {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = Math.min(size, Math.ceil(Math.max(least, right - left + 2, bottom - top + 2)));
  const inside = (first: number): number => Math.max(0, Math.min(size - wide, Math.round(first)));
  const slack = wide - (bottom - top);
  const above = ahead === 0 ? slack / 2 : ahead < 0 ? slack - 1 : 1;
  return [inside((left + right - wide) / 2), inside(top - above), wide];
}

/** So much of the field is nearly all of it: then all of it is shown, for little more would look cut off. */
const NEARLY = 0.8;

function unlessNearly(part: Window, size: number): Window {
  return part[2] < size * NEARLY ? part : [0, 0, size];
}

/** How far green may lead. */
const REACH = 6;

/** The part of the field for a fighter that is being sent: it, where it can go, and the far zone if it may soon be there. */
export function forFighter(from: Point, ways: readonly Point[], zone: number, size: number, least: number): Window {
  const points = [from, ...ways];
  if (Math.abs(zone - from[1]) <= REACH) points.push([from[0], zone]);
  return unlessNearly(around(points, size, least, Math.sign(zone - from[1])), size);
}

/** How wide a soldier is drawn, in squares, and how wide it is to be seen, in pixels. */
const SOLDIER = { drawn: 0.76, seen: 16 };

/** The part of a field of so many pixels on which a question about these points can be seen. */
export function nearer(points: readonly Point[], size: number, pixels: number): Window {
  if (points.length === 0) return [0, 0, size];
  const least = Math.min(size, Math.floor((pixels * SOLDIER.drawn) / SOLDIER.seen));
  return unlessNearly(around(points, size, least), size);
}

/** Where musketeers came back in the turn of whoever moved last; the throw after it may have fallen. */
export function returnedLately(actions: readonly { seat: number; text: string }[]): string[] {
  const moves = actions.filter(({ seat }) => seat >= 0);
  const mover = moves.at(-1)?.seat;
  const turn = moves.slice(moves.findLastIndex(({ seat }) => seat !== mover) + 1);
  return turn.flatMap(({ text }) => (text.startsWith("=") ? [text.slice(1)] : []));
}
