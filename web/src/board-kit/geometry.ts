// Points and polygons of drawings.

import type { Point } from "./contract";

/** The middle of a polygon, as the mean of its corners. */
export function middle(shape: readonly Point[]): Point {
  const sum = shape.reduce<Point>(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  return [sum[0] / Math.max(1, shape.length), sum[1] / Math.max(1, shape.length)];
}

export function points(shape: readonly Point[]): string {
  return shape.map(([x, y]) => `${x},${y}`).join(" ");
}
