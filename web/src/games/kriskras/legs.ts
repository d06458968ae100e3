// The straight parts of a way: red first, then green.

import type { Point } from "../../board-kit/contract";
import type { Way } from "./redGreenGesture";

export interface Leg {
  key: string;
  from: Point;
  to: Point;
  red: boolean;
  strong: boolean;
}

/** The legs of some ways, each drawn once, the strong ones last and so on top. */
export function legsOf(ways: readonly Way[], at: (cell: string) => Point, strong: (way: Way) => boolean): Leg[] {
  const legs = new Map<string, Leg>();
  for (const way of ways) {
    const { from, mid, end } = way;
    const add = (key: string, [start, end]: [Point, Point], red: boolean): void => {
      const before = legs.get(key)?.strong ?? false;
      legs.set(key, { key, from: start, to: end, red, strong: before || strong(way) });
    };
    add(`${from} ${mid}`, [at(from), at(mid)], true);
    if (mid !== end) add(`${mid} ${end}`, aside(at(from), at(mid), at(end)), false);
  }
  return [...legs.values()].sort((first, second) => Number(first.strong) - Number(second.strong));
}

/** The legs of a move that was made, from the squares it went along. */
export function legsOfPath(points: readonly Point[]): Leg[] {
  const turn = bend(points);
  const [from, mid, end] = [points[0], points[turn], points.at(-1)];
  if (from === undefined || mid === undefined || end === undefined) return [];
  const red: Leg = { key: "red", from, to: mid, red: true, strong: false };
  if (turn === points.length - 1) return [red];
  const [start, stop] = aside(from, mid, end);
  return [red, { key: "green", from: start, to: stop, red: false, strong: false }];
}

/** Where a path of squares turns: the index of the last square of its first straight part. */
export function bend(points: readonly Point[]): number {
  const way = (index: number): string => {
    const [[x, y], [a, b]] = [points[index] ?? [0, 0], points[index + 1] ?? [0, 0]];
    return `${Math.sign(a - x)} ${Math.sign(b - y)}`;
  };
  for (let index = 1; index < points.length - 1; index++) if (way(index) !== way(0)) return index;
  return points.length - 1;
}

/** A straight stretch from a turn to its end. One that leads back over where it came from is drawn beside that. */
export function aside(from: Point, mid: Point, end: Point): [Point, Point] {
  const [ux, uy] = [mid[0] - from[0], mid[1] - from[1]];
  const [vx, vy] = [end[0] - mid[0], end[1] - mid[1]];
  const back = Math.abs(ux * vy - uy * vx) < 1e-6 && ux * vx + uy * vy < 0;
  if (!back) return [mid, end];
  const long = Math.hypot(vx, vy);
  const [dx, dy] = [(-vy / long) * 0.16, (vx / long) * 0.16];
  return [
    [mid[0] + dx, mid[1] + dy],
    [end[0] + dx, end[1] + dy],
  ];
}
