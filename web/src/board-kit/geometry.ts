// What every board gets: the drawing, the position, what is picked and may be picked. It draws, and says what is picked.

import type { Token } from "../table/tokens";
import type { Board, Point, View } from "../net/types";

export interface BoardProps {
  board: Board;
  view: View;
  tokens: Token[];
  /** Cells picked so far, cells that may be picked next, cells of the last move, the route to be shown. */
  picked: string[];
  targets: Set<string>;
  last: string[];
  route: string[];
  /** The chairs of this browser; the board may be turned to the first of them. */
  yours: number[];
  onpick: (cell: string) => void;
}

/** The middle of a polygon, as the mean of its corners. */
export function middle(shape: readonly Point[]): Point {
  const sum = shape.reduce<Point>(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  return [sum[0] / Math.max(1, shape.length), sum[1] / Math.max(1, shape.length)];
}

export function points(shape: readonly Point[]): string {
  return shape.map(([x, y]) => `${x},${y}`).join(" ");
}
