// Which part of the table is seen: the point in the middle, and how many pixels a tile's edge takes.

import type { Point } from "../../board-kit/contract";
import { corners, type Kind } from "./lattice";

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export type Size = readonly [width: number, height: number];

/** Enough for a tile more on every side. */
const MARGIN = 1.2;
/** How near to the edge of the window a tile may lie and still be in sight, in sides of a tile. */
const EDGE = 0.15;
const LEAST: Size = [4.6, 4.4];
const CLOSEST = 260;
const FURTHEST = 16;

type Tiles = readonly { kind: Kind; a: number; b: number }[];

/** Whether all of them are in sight. */
export function holds(camera: Camera, [width, height]: Size, tiles: Tiles): boolean {
  const edge = EDGE * camera.scale;
  return tiles
    .flatMap((tile) => corners(tile.kind, tile.a, tile.b))
    .map((point) => toScreen(camera, [width, height], point))
    .every(([x, y]) => Math.min(x, y, width - x, height - y) >= edge);
}

/** Everything in viewport, with room around it to lay more. */
export function fitting(tiles: Tiles, [width, height]: Size): Camera {
  const points = tiles.flatMap((tile) => corners(tile.kind, tile.a, tile.b));
  const xs = points.length > 0 ? points.map(([x]) => x) : [0];
  const ys = points.length > 0 ? points.map(([, y]) => y) : [0];
  const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = Math.max(right - left + 2 * MARGIN, LEAST[0]);
  const high = Math.max(low - top + 2 * MARGIN, LEAST[1]);
  const scale = Math.min(width / wide, height / high, 150);
  return { x: (left + right) / 2, y: (top + low) / 2, scale: Math.max(scale, 1) };
}

export function toTable(camera: Camera, [width, height]: Size, [px, py]: Point): Point {
  return [camera.x + (px - width / 2) / camera.scale, camera.y + (py - height / 2) / camera.scale];
}

export function toScreen(camera: Camera, [width, height]: Size, [x, y]: Point): Point {
  return [(x - camera.x) * camera.scale + width / 2, (y - camera.y) * camera.scale + height / 2];
}

/** Closer or further, with the point under the fingers staying where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, around: Point): Camera {
  const scale = Math.min(CLOSEST, Math.max(FURTHEST, camera.scale * factor));
  const [x, y] = toTable(camera, size, around);
  const [nx, ny] = toTable({ ...camera, scale }, size, around);
  return { x: camera.x + x - nx, y: camera.y + y - ny, scale };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}
