// Where things lie on the button board, in squares; all of it drawing, none of it rules.

import type { PieceData, Point } from "../../board-kit/contract";
import { nearest } from "../../board-kit/hit";

/** The buttonholes of a square round its middle. */
export const HOLES: Record<number, Point[]> = {
  1: [[0, 0]],
  2: [
    [-0.13, 0],
    [0.13, 0],
  ],
  3: [
    [0, -0.14],
    [0.13, 0.085],
    [-0.13, 0.085],
  ],
  4: [
    [-0.125, -0.125],
    [0.125, -0.125],
    [0.125, 0.125],
    [-0.125, 0.125],
  ],
};

/** The thread that sews a button down, from hole to hole. */
export const THREADS: Record<number, string> = {
  1: "",
  2: thread(2, [0, 1]),
  3: thread(3, [0, 1, 2, 0]),
  4: thread(4, [0, 2]) + thread(4, [1, 3]),
};

function thread(holes: number, order: number[]): string {
  const at = order.map((index) => HOLES[holes]?.[index] ?? [0, 0]);
  return at.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}

/** A closed line with round teeth, for the buttons of one side: told from a circle without any colour. */
export function scallops(count: number, inner: number, outer: number): string {
  const at = (radius: number, turn: number): string =>
    `${(radius * Math.sin(turn)).toFixed(4)} ${(-radius * Math.cos(turn)).toFixed(4)}`;
  const step = (2 * Math.PI) / count;
  // the curve reaches halfway to its control point
  const parts = Array.from(
    { length: count },
    (_, index) =>
      `Q${at(2 * outer - inner * Math.cos(step / 2), (index + 0.5) * step)} ${at(inner, (index + 1) * step)}`,
  );
  return `M${at(inner, 0)}${parts.join("")}Z`;
}

/** From place to place in a tray: they overlap a little, so that ten fit beside ten on a phone. */
export const TRAY_STEP = 0.62;

export interface Square {
  id: string;
  at: Point;
}

/**
 * What a tap at a point means: the nearest of some squares, if the point is within reach of it in both directions. With
 * half a square as reach that is the square itself; on a small screen it is more.
 */
export function squareAt([x, y]: Point, squares: Iterable<Square>, reach: number): string | null {
  const hit = nearest(squares, ({ at }) => {
    const [dx, dy] = [Math.abs(at[0] - x), Math.abs(at[1] - y)];
    return Math.max(dx, dy) <= reach ? Math.hypot(dx, dy) : Infinity;
  });
  return hit?.item.id ?? null;
}

/** How far a finger may be off, in squares, so that everything is 44 pixels wide. */
export function reachOf(pixelsPerSquare: number): number {
  return Math.max(0.5, 22 / pixelsPerSquare);
}

/** The bow of a jump, a little to one side of the straight line. */
export function bow([x1, y1]: Point, [x2, y2]: Point): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const side = dx < 0 || (dx === 0 && dy < 0) ? -1 : 1; // upwards, and to the right of a vertical line
  const high = 0.2 + 0.14 * length;
  const [nx, ny] = [(side * dy * high) / length, (-side * dx * high) / length];
  return `M${x1} ${y1}Q${round((x1 + x2) / 2 + nx)} ${round((y1 + y2) / 2 + ny)} ${x2} ${y2}`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export interface ThreatLine {
  /** From the end of the pair towards its target and on to the end of its reach, or to the edge of the board. */
  from: Point;
  hit: Point;
  /** The way it points, in degrees. */
  turn: number;
  end: Point;
  /** Little strokes across the line: one at each square's border. */
  ticks: [Point, Point][];
  /** The middle of the pair, its length and its turn in degrees. */
  pair: { at: Point; length: number; turn: number };
}

/**
 * How a pair's threat is drawn: `reach` squares beyond its end in a straight line, `aside` from the middle of the
 * squares so that two sides who threaten each other along one line can both be seen.
 */
export function threatLine(
  pair: [Point, Point],
  target: Point,
  distance: number,
  reach: number,
  aside = 0,
): ThreatLine {
  const [first, second] = pair;
  const away = (from: Point): number => Math.hypot(target[0] - from[0], target[1] - from[1]);
  const near = away(first) < away(second) ? first : second;
  const step: Point = [(target[0] - near[0]) / distance, (target[1] - near[1]) / distance];
  const forth = step[0] > 0 || (step[0] === 0 && step[1] > 0) ? aside : -aside;
  const length = Math.hypot(...step);
  const shift: Point = [(-step[1] * forth) / length, (step[0] * forth) / length];
  const on = (steps: number): Point => [
    round(near[0] + step[0] * steps + shift[0]),
    round(near[1] + step[1] * steps + shift[1]),
  ];
  let last = reach;
  while (last > distance && on(last).some((value) => value < 0 || value > 10)) last -= 1;
  const across: Point = [-step[1] * 0.13, step[0] * 0.13];
  const ticks = Array.from({ length: last }, (_, index): [Point, Point] => {
    const [x, y] = on(index + 1.5);
    return [
      [round(x - across[0]), round(y - across[1])],
      [round(x + across[0]), round(y + across[1])],
    ];
  });
  return {
    from: on(0.45 / length),
    hit: on(distance - 0.6 / length),
    turn: degrees(step),
    end: on(last + 0.5),
    ticks,
    pair: {
      at: [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2],
      length: Math.hypot(second[0] - first[0], second[1] - first[1]),
      turn: degrees([second[0] - first[0], second[1] - first[1]]),
    },
  };
}

/** The line through two points, whichever way round: the same text for all pairs on it. */
export function lineThrough([x1, y1]: Point, [x2, y2]: Point): string {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const forth = dx > 0 || (dx === 0 && dy > 0) ? 1 : -1;
  return [forth * dx, forth * dy, forth * (dx * y1 - dy * x1)].map((value) => value + 0).join(" ");
}

function degrees([x, y]: Point): number {
  return round((Math.atan2(y, x) * 180) / Math.PI);
}

/** The buttons that would lie together, three or more, if one of them went from a square to another. */
export function together(own: Iterable<string>, from: string, to: string): string[] {
  const rest = new Set([...own].filter((cell) => cell !== from).concat(to));
  const groups: string[][] = [];
  for (const start of [to, ...rest]) {
    if (!rest.delete(start)) continue;
    const group = [start];
    for (const cell of group) {
      for (const other of [...rest].filter((there) => touches(cell, there))) {
        rest.delete(other);
        group.push(other);
      }
    }
    if (group.length > 2) groups.push(group);
  }
  // the button that goes is the one to warn about; a group that stays as it is comes second
  return (groups.find((group) => group.includes(to)) ?? groups[0] ?? []).sort(byName);
}

function touches(first: string, second: string): boolean {
  const across = Math.abs(first.charCodeAt(0) - second.charCodeAt(0));
  return Math.max(across, Math.abs(Number(first.slice(1)) - Number(second.slice(1)))) === 1;
}

function byName(first: string, second: string): number {
  return first.charCodeAt(0) - second.charCodeAt(0) || Number(first.slice(1)) - Number(second.slice(1));
}

/** The square where a button was taken, and whose it was. */
export interface Print {
  cell: string;
  side: number;
}

/**
 * The buttons that have left for good, taken and not moved away: also the one that has just moved, where it landed. None
 * when more than one move lies between.
 */
export function vanished(
  before: Record<string, PieceData>,
  after: Record<string, PieceData>,
  moved: readonly string[],
): Print[] {
  const [start = "", end = ""] = [moved[0], moved.at(-1)];
  const arrived = Object.keys(after).filter((cell) => before[cell] === undefined);
  if (arrived.some((cell) => cell !== end)) return [];
  return Object.entries(before).flatMap(([cell, [side]]) => {
    if (after[cell] !== undefined) return [];
    if (cell !== start) return [{ cell, side }];
    return after[end] === undefined ? [{ cell: end, side }] : [];
  });
}

/** How high what lies under the board is, in squares; on a phone, where it matters. */
const RAIL = 2;

/** Whether a note hides less of some squares at the foot of the board, over what lies under it, than at its top. */
export function besideLow(squares: readonly Point[]): boolean {
  const rows = squares.map(([, y]) => y);
  return 10 - Math.max(...rows) + RAIL >= Math.min(...rows);
}
