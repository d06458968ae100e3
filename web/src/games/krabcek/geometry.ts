// The labyrinth as a surface whose opposite edges are joined: where boxes are, and how a way looks that leaves the
// board on one side and comes in on the other. Points may lie outside the board ("unrolled"); images bring them back.

import type { Point } from "../../board-kit/contract";
import { nearest } from "../../board-kit/hit";
import type { KrabcekBoard } from "./extra";

export type Rect = [left: number, top: number, right: number, bottom: number];

export interface Box {
  id: string;
  kind: string;
  /** The whole outline in one piece; at the board's edge it sticks out over it. */
  shape: Point[];
  spot: Point;
  /** Across the edge: where the other part of the box has its middle. */
  far: Point[];
}

const BESIDE = 13;
/** From the middle of a gate to what marks it. */
const AROUND_GATE = 16;

export interface Maze {
  size: number;
  boxes: Map<string, Box>;
  links: Map<string, Point>;
}

export function maze(board: KrabcekBoard): Maze {
  const size = board.size[0];
  const boxes = new Map<string, Box>();
  for (const cell of board.cells) {
    if (cell.shape.length === 0) continue;
    const parts = cell.also ?? [];
    const shape = parts.length > 0 ? corners(enclosing(cell.shape, parts, size)) : cell.shape;
    const spot = parts.length > 0 ? centre(around(shape)) : (board.extra.spots[cell.id] ?? [0, 0]);
    const far = parts
      .map((part) => nearby(spot, centre(around(part)), size))
      .filter(([x, y]) => x !== spot[0] || y !== spot[1]);
    boxes.set(cell.id, { id: cell.id, kind: cell.kind, shape, spot, far });
  }
  const links = new Map<string, Point>();
  for (const { cells, at } of board.extra.links) {
    links.set(cells.join(" "), at);
    links.set([...cells].reverse().join(" "), at);
  }
  return { size, boxes, links };
}

/** A box and its parts across the edge, as one rectangle around the first part. */
function enclosing(first: Point[], parts: Point[][], size: number): Rect {
  let [left, top, right, bottom] = around(first);
  for (const part of parts) {
    const rect = around(part);
    const [x, y] = centre(rect);
    const [nearX, nearY] = nearby([x, y], centre([left, top, right, bottom]), size);
    left = Math.min(left, rect[0] + nearX - x);
    top = Math.min(top, rect[1] + nearY - y);
    right = Math.max(right, rect[2] + nearX - x);
    bottom = Math.max(bottom, rect[3] + nearY - y);
  }
  return [left, top, right, bottom];
}

/** The image of a point that lies nearest to another one. */
export function nearby(point: Point, other: Point, size: number): Point {
  const turn = (from: number, to: number) => from + size * Math.round((to - from) / size);
  return [turn(point[0], other[0]), turn(point[1], other[1])];
}

export function around(points: readonly Point[]): Rect {
  const across = points.map(([x]) => x);
  const down = points.map(([, y]) => y);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

export function centre([left, top, right, bottom]: Rect): Point {
  return [(left + right) / 2, (top + bottom) / 2];
}

export function corners([left, top, right, bottom]: Rect): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** Where a box is marked: along its outline, or around the frame and the studs that a gate has of its own. */
export function frame({ kind, shape, spot: [x, y] }: Box): Point[] {
  if (kind !== "gate") return shape;
  return corners([x - AROUND_GATE, y - AROUND_GATE, x + AROUND_GATE, y + AROUND_GATE]);
}

/** By how much a drawing has to be moved to show each of its images that can be seen in a window. */
export function images(rect: Rect, window: Rect, size: number): Point[] {
  const moves: Point[] = [];
  for (const dx of [0, -size, size]) {
    for (const dy of [0, -size, size]) {
      const across = rect[0] + dx < window[2] && rect[2] + dx > window[0];
      const down = rect[1] + dy < window[3] && rect[3] + dy > window[1];
      if (across && down) moves.push([dx, dy]);
    }
  }
  return moves;
}

export interface Way {
  /** Unrolled points, from the place where the first cell is drawn. */
  points: Point[];
  /** From where the way ends, unrolled, to where the last cell is drawn. */
  shift: Point;
  /** Through the air: between places that do not touch. */
  leap: boolean;
  /** Unrolled: where each box that is walked onto is counted, one for every point of the throw. */
  steps: Point[];
}

export interface DrawnWay {
  move: string;
  way: Way;
  /** It begins off the board: the first step is a leap from the hand. */
  enters: boolean;
  /** It is the one that is looked at. */
  bold: boolean;
}

/** The line through the cells of a path; `beside` knows places off the board. */
export function way(
  path: readonly string[],
  { size, boxes, links }: Maze,
  beside: (cell: string) => Point | null,
): Way {
  const points: Point[] = [];
  const steps: { at: Point; gate: boolean }[] = [];
  let shift: Point = [0, 0]; // from unrolled points to where cells are drawn
  let leap = false;
  path.forEach((cell, index) => {
    const [box, before] = [boxes.get(cell), boxes.get(path[index - 1] ?? "")];
    const spot = box?.spot ?? beside(cell);
    if (spot === null) return;
    const at = links.get(`${path[index - 1]} ${cell}`);
    if (box === undefined || before === undefined || at === undefined) {
      leap ||= before !== undefined;
      points.push(spot);
      if (index > 0 && box !== undefined) steps.push({ at: spot, gate: box.kind === "gate" });
      return;
    }
    const out = nearby(at, before.spot, size);
    const into = nearby(at, spot, size);
    points.push(unroll(elbow(out, before), shift), unroll(out, shift));
    shift = [shift[0] + into[0] - out[0], shift[1] + into[1] - out[1]];
    points.push(unroll(elbow(into, box), shift), unroll(spot, shift));
    steps.push({ at: unroll(spot, shift), gate: box.kind === "gate" });
  });
  const places = steps.map(({ at }) => at);
  const numbers = steps.map(({ at, gate }) => (gate ? besideGate(at, places) : at));
  return { points: straightened(points), shift, leap, steps: numbers };
}

function unroll([x, y]: Point, [dx, dy]: Point): Point {
  return [x - dx, y - dy];
}

/** Where a step onto a gate is counted: at the corner that is furthest from the other steps, not over its number. */
function besideGate(gate: Point, steps: readonly Point[]): Point {
  const free = (corner: Point): number => {
    const others = steps.filter((step) => step !== gate);
    return Math.min(Infinity, ...others.map(([x, y]) => Math.hypot(x - corner[0], y - corner[1])));
  };
  const [x, y] = gate;
  const places = corners([x - BESIDE, y - BESIDE, x + BESIDE, y + BESIDE]);
  return places.reduce((best, corner) => (free(corner) > free(best) ? corner : best));
}

/** Between a door and the place where pieces stand: straight in through the door, then along. */
function elbow(door: Point, { shape, spot }: Box): Point {
  const upright = shape.some(([ax, ay], index) => {
    const [bx, by] = shape[(index + 1) % shape.length] as Point;
    return ax === bx && ax === door[0] && (ay - door[1]) * (by - door[1]) <= 0;
  });
  return upright ? [spot[0], door[1]] : [door[0], spot[1]];
}

/** Without going to and fro on one line, and without points that change nothing. */
function straightened(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length > 0) {
      const [last, before] = [kept.at(-1) as Point, kept.at(-2)];
      const same = last[0] === point[0] && last[1] === point[1];
      const inLine = [0, 1].some((axis) => before?.[axis] === last[axis] && last[axis] === point[axis]);
      if (!same && !inLine) break;
      kept.pop();
    }
    kept.push(point);
  }
  return kept;
}

/** How far along a line each of its points is, from 0 to 1. */
export function progress(points: readonly Point[]): number[] {
  const lengths = [0];
  points.forEach(([x, y], index) => {
    const before = points[index - 1];
    if (before) lengths.push((lengths.at(-1) ?? 0) + Math.hypot(x - before[0], y - before[1]));
  });
  const all = lengths.at(-1) || 1;
  return lengths.slice(0, points.length).map((length) => length / all);
}

/** How far a point is from an outline; inside it is 0. */
export function distance([x, y]: Point, shape: readonly Point[]): number {
  let inside = false;
  let least = Infinity;
  shape.forEach(([ax, ay], index) => {
    const [bx, by] = shape[(index + 1) % shape.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    least = Math.min(least, Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y));
  });
  return inside ? 0 : least;
}

export interface HitArea {
  id: string;
  shapes: Point[][];
  /** Where one would aim at. */
  aims: Point[];
}

/** How far a point is from the nearest image of an area. */
function beside(point: Point, { shapes }: HitArea): number {
  return Math.min(...shapes.map((shape) => distance(point, shape)));
}

/** What is meant by a touch: the nearest of some areas within reach; among those that hold it, the best aimed at. */
export function areaAt(point: Point, areas: Iterable<HitArea>, reach: number): string | null {
  const hit = nearest(areas, (area) => {
    const { aims } = area;
    const off = beside(point, area);
    const aim = Math.min(...aims.map(([x, y]) => Math.hypot(point[0] - x, point[1] - y)));
    // a long Alley held at its end is still nearer than a box beside it
    return off <= reach ? off + aim / 8 : Infinity;
  });
  return hit?.item.id ?? null;
}

/** How far from an area a touch still means it, and how much nearer it has to be than to another, to be clear. */
export interface Grip {
  reach: number;
  lead: number;
}

export interface Meant {
  id: string;
  /** Nothing else may be meant as well. */
  clear: boolean;
}

/** Of the lead that one able area needs over another, so much is enough over an area that cannot be picked. */
const OVER_OTHERS = 1 / 3;

/**
 * What is meant by a touch that may make a move: the area it falls on, whether or not that is one of the `able`. Between
 * areas it is the nearest, if an able one is within reach. A finger is broad, so that an able area is clear when it is only
 * a little nearer than what cannot be picked; but not when another able one is nearly as near.
 */
export function meantAt(
  point: Point,
  able: readonly HitArea[],
  areas: readonly HitArea[],
  { reach, lead }: Grip,
): Meant | null {
  const on = areaAt(point, able, 0) ?? areaAt(point, areas, 0);
  if (on !== null) return { id: on, clear: true };
  if (areaAt(point, able, reach) === null) return null;
  const hit = nearest(areas, (area) => beside(point, area));
  if (hit === null) return null;
  const { id } = hit.item;
  if (!able.some((area) => area.id === id)) return { id, clear: hit.lead >= lead };
  const rival = nearest(able, (area) => beside(point, area));
  return { id, clear: hit.lead >= lead * OVER_OTHERS && (rival === null || rival.lead >= lead) };
}
