// What is meant by a point: the nearest of some things, and the nearest one in a direction.

import type { Point } from "./contract";

export interface Hit<Item> {
  item: Item;
  /** How much nearer it is than the next one that could have been meant. */
  lead: number;
}

/** The nearest of some items within reach; one whose distance is infinite is never meant. */
export function nearest<Item>(
  items: Iterable<Item>,
  distance: (item: Item) => number,
  reach = Infinity,
): Hit<Item> | null {
  let best: { item: Item } | null = null;
  let [first, second] = [Infinity, Infinity];
  for (const item of items) {
    const away = distance(item);
    if (away < first) [best, first, second] = [{ item }, away, first];
    else if (away < second) second = away;
  }
  return best && first <= reach ? { item: best.item, lead: second - first } : null;
}

export function distance([x, y]: Point, [a, b]: Point): number {
  return Math.hypot(a - x, b - y);
}

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest item in the direction of an arrow key: far to the side counts double. */
export function neighbour<Item>(
  from: Point,
  [dx, dy]: Point,
  items: Iterable<Item>,
  spot: (item: Item) => Point,
): Item | undefined {
  const hit = nearest(items, (item) => {
    const [x, y] = [spot(item)[0] - from[0], spot(item)[1] - from[1]];
    const along = x * dx + y * dy;
    return along > 0.001 ? along + 2 * (Math.abs(x * dy) + Math.abs(y * dx)) : Infinity;
  });
  return hit?.item;
}
