// Which part of the table is seen: the point in the middle, and how many pixels a tile's edge takes.

import type { Point } from "../../board-kit/contract";
import { distance, nearest } from "../../board-kit/hit";
import { centre, corners, type Kind } from "./lattice";

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export type Size = readonly [width: number, height: number];

/** Enough for a tile more on every side. */
const MARGIN = 1.2;
/** Where that would make tiles so small that they are hard to touch, in pixels, there is less. */
const SMALL = 36;
const LITTLE = 0.6;
/** How far inside the window the middle of a parked tile lies for the tile to be in sight, in sides of a tile. */
const INSIDE = 0.2;
/** How much room a new picture needs around it, in sides of a tile, for the view to stay as it is. */
const SPACE = 0.8;
/** How many times as large as it is drawn a new picture could be drawn for the view to stay as it is. */
const FAR = 1.35;
/** The same where the window has another size: everything has moved then. */
export const RESIZED = 1.05;
const LEAST: Size = [4.6, 4.4];
const CLOSEST = 260;
const FURTHEST = 16;

type Tiles = readonly { kind: Kind; a: number; b: number }[];

/** The rectangle around some tiles: left, right, top, bottom. */
function bounds(tiles: Tiles): [number, number, number, number] {
  const points = tiles.flatMap((tile) => corners(tile.kind, tile.a, tile.b));
  const xs = points.length > 0 ? points.map(([x]) => x) : [0];
  const ys = points.length > 0 ? points.map(([, y]) => y) : [0];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

/** Whether all of them are in sight, with so much space around them. */
export function holds(camera: Camera, [width, height]: Size, tiles: Tiles, space = 0): boolean {
  const [left, right, top, low] = bounds(tiles);
  const [x, y] = toScreen(camera, [width, height], [left - space, top - space]);
  const [farX, farY] = toScreen(camera, [width, height], [right + space, low + space]);
  return x >= 0 && y >= 0 && farX <= width && farY <= height;
}

/** Whether the greater part of each is in sight: let go close to an edge, a tile sticks out, how far depends on its kind. */
function shows(camera: Camera, size: Size, tiles: Tiles): boolean {
  const margin = INSIDE * camera.scale;
  return tiles.every(({ kind, a, b }) =>
    toScreen(camera, size, centre(kind, a, b)).every((at, axis) => at >= margin && at <= (size[axis] ?? 0) - margin),
  );
}

/** Whether a new picture can be seen as the one before it was: neither too near nor too far away, and clear of the foot. */
export function suits(camera: Camera, size: Size, tiles: Tiles, foot = 0, far = FAR): boolean {
  const [width, height] = size;
  const [, low] = toScreen(camera, size, [0, bounds(tiles)[3]]);
  const clear = low <= height - foot && holds(camera, size, tiles, SPACE);
  return clear && fitting(tiles, [width, height - foot]).scale < far * camera.scale;
}

/** The view while tiles are laid: it stays as long as all are in sight, and then moves no more than it must. */
export function following(camera: Camera, size: Size, tiles: Tiles): Camera {
  return shows(camera, size, tiles) ? camera : holding(camera, size, tiles);
}

/** The view with all of these in sight, clear of what lies over the right edge and the foot; it moves no more than it must. */
function holding(camera: Camera, [width, height]: Size, tiles: Tiles, over = { right: 0, foot: 0 }): Camera {
  const [left, right, top, low] = bounds(tiles);
  const [free, high] = [width - over.right, height - over.foot];
  const scale = Math.min(camera.scale, free / (right - left), high / (low - top));
  const [halfX, halfY] = [width / 2 / scale, height / 2 / scale];
  const between = (least: number, at: number, most: number) => Math.min(Math.max(at, least), most);
  const x = between(right - halfX + over.right / scale, camera.x, left + halfX);
  return { x, y: between(low - halfY + over.foot / scale, camera.y, top + halfY), scale };
}

/** Over which edge of the window something lies. */
export type Edge = "top" | "right" | "bottom" | "left";

/** The edges over which the middle of a place lies. What lies in the upper right corner covers what is under it. */
function edgesOver(camera: Camera, size: Size, { kind, a, b }: Tiles[number], corner: Size): Edge[] {
  const [x, y] = toScreen(camera, size, centre(kind, a, b));
  const margin = INSIDE * camera.scale;
  const covered = x > size[0] - corner[0] && y < corner[1];
  const over: [Edge, boolean][] = [
    ["top", y < margin],
    ["right", covered || x > size[0] - margin],
    ["bottom", y > size[1] - margin],
    ["left", x < margin],
  ];
  return over.filter(([, lies]) => lies).map(([edge]) => edge);
}

/** The edges behind which there are places that cannot be tapped. */
export function beyond(camera: Camera, size: Size, places: Tiles, corner: Size): Set<Edge> {
  return new Set(places.flatMap((place) => edgesOver(camera, size, place, corner)));
}

/**
 * The view while a tile is picked. It stays as it is, so that nothing slips away under a finger; only where no place at all
 * could be tapped, it moves to the nearest, and no further than it must.
 */
export function offering(camera: Camera, size: Size, places: Tiles, foot: number, corner: Size): Camera {
  if (places.some((place) => edgesOver(camera, size, place, corner).length === 0)) return camera;
  const near = nearest(places, ({ kind, a, b }) => distance(centre(kind, a, b), [camera.x, camera.y]))?.item;
  return near === undefined ? camera : holding(camera, size, [near], { right: corner[0], foot });
}

/** Everything in viewport, with room around it to lay more. */
export function fitting(tiles: Tiles, [width, height]: Size): Camera {
  const [left, right, top, low] = bounds(tiles);
  const within = (margin: number): number => {
    const wide = Math.max(right - left + 2 * margin, LEAST[0]);
    const high = Math.max(low - top + 2 * margin, LEAST[1]);
    return Math.min(width / wide, height / high, 150);
  };
  const scale = Math.max(within(MARGIN), Math.min(within(LITTLE), SMALL));
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
