// The lattice on which the tiles lie: its point (a, b) is seen a steps to the lower right and b to the lower left.
// Every edge of a tile is 1 long; a tile is named by a point, and each kind lies in its own way beside that point.

import type { Point } from "../../board-kit/contract";
import { distance, nearest } from "../../board-kit/hit";

export type Kind = "L" | "R" | "T" | "O";
export type Spot = [kind: Kind, a: number, b: number];

/** Left sides, right sides, closed lids, open lids. */
export const KINDS: readonly Kind[] = ["L", "R", "T", "O"];
export const ACROSS = Math.sqrt(3) / 2;

export function seenAt(a: number, b: number): Point {
  return [(a - b) * ACROSS, (a + b) / 2];
}

/** The point of the lattice nearest to a place on the table. */
export function nearestPoint(x: number, y: number): [number, number] {
  const a = y + x / ACROSS / 2;
  const b = y - x / ACROSS / 2;
  const around = [Math.floor(a), Math.ceil(a)].flatMap(
    (first) => [Math.floor(b), Math.ceil(b)].map((second): [number, number] => [first + 0, second + 0]), // + 0: no -0
  );
  return nearest(around, (point) => distance(seenAt(...point), [x, y]))?.item ?? [0, 0];
}

/** The corners of a tile as points of the lattice, from the one that names it; its own "upper left" comes first. */
const LATTICE_CORNERS: Record<Kind, readonly (readonly [number, number])[]> = {
  L: [[-1, 0], [0, 0], [1, 1], [0, 1]], // prettier-ignore
  R: [[0, 0], [0, -1], [1, 0], [1, 1]], // prettier-ignore
  T: [[-1, -1], [0, -1], [0, 0], [-1, 0]], // prettier-ignore
  O: [[-1, -1], [0, -1], [0, 0], [-1, 0]], // prettier-ignore
};

function seenCorners(kind: Kind): readonly Point[] {
  return LATTICE_CORNERS[kind].map(([a, b]) => seenAt(a, b));
}

const CORNERS: Record<Kind, readonly Point[]> = {
  L: seenCorners("L"),
  R: seenCorners("R"),
  T: seenCorners("T"),
  O: seenCorners("O"),
};

/** The edges of a tile, named by the points at their ends. */
export function edges(kind: Kind, a: number, b: number): string[] {
  const ends = LATTICE_CORNERS[kind].map(([da, db]) => `${a + da},${b + db}`);
  return ends.map((end, index) => [end, ends[(index + 1) % 4]].sort().join(" "));
}

export function corners(kind: Kind, a = 0, b = 0): Point[] {
  const [x, y] = seenAt(a, b);
  return CORNERS[kind].map(([px, py]) => [px + x, py + y]);
}

/** The middle of a tile. */
export function centre(kind: Kind, a = 0, b = 0): Point {
  const [first, , third] = corners(kind, a, b) as [Point, Point, Point];
  return [(first[0] + third[0]) / 2, (first[1] + third[1]) / 2];
}

/** Where a tile of this kind comes to lie when its middle is let go at (x, y). */
export function snap(kind: Kind, x: number, y: number): [number, number] {
  const [cx, cy] = centre(kind);
  return nearestPoint(x - cx, y - cy);
}

/** A transformation of the unit square into the face of a tile, for SVG. */
export function face(kind: Kind): string {
  const [o, u, , v] = CORNERS[kind] as [Point, Point, Point, Point];
  const numbers = [u[0] - o[0], u[1] - o[1], v[0] - o[0], v[1] - o[1], o[0], o[1]];
  return `matrix(${numbers.map((number) => Number(number.toFixed(5))).join(" ")})`;
}

// A tile covers two triangles of the lattice, named by the point behind them and the right (0) or left (1) half.
const COVERS: Record<Kind, readonly (readonly [number, number, 0 | 1])[]> = {
  T: [[-1, -1, 0], [-1, -1, 1]], // prettier-ignore
  O: [[-1, -1, 0], [-1, -1, 1]], // prettier-ignore
  L: [[-1, 0, 0], [0, 0, 1]], // prettier-ignore
  R: [[0, -1, 1], [0, 0, 0]], // prettier-ignore
};

export function covered(kind: Kind, a: number, b: number): string[] {
  return COVERS[kind].map(([da, db, half]) => `${a + da},${b + db},${half}`);
}

export function isLid(kind: Kind): boolean {
  return kind === "T" || kind === "O";
}

/** Whether a point of the table lies on a tile. */
export function lies(kind: Kind, a: number, b: number, [x, y]: Point): boolean {
  const shape = corners(kind, a, b);
  return shape.every(([px, py], index) => {
    const [qx, qy] = shape[(index + 1) % 4] as Point;
    return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
  });
}

/**
 * One step of a tile by an arrow key. Up and down lead straight on; left and right go in a zigzag, so that a row is
 * kept and every place can be reached.
 */
export function stepped(key: string, a: number, b: number): [number, number] | null {
  const even = (a + b) % 2 === 0;
  switch (key) {
    case "ArrowUp":
      return [a - 1, b - 1];
    case "ArrowDown":
      return [a + 1, b + 1];
    case "ArrowLeft":
      return even ? [a - 1, b] : [a, b + 1];
    case "ArrowRight":
      return even ? [a, b - 1] : [a + 1, b];
    default:
      return null;
  }
}
