// What a finger may mean: every box with the piece that rises from it, wherever its images are seen, and every hand.

import type { Cell, Point } from "../../board-kit/contract";
import type { KrabcekView } from "./extra";
import type { Of } from "./stackLayout";
import type { PointerPlace } from "../../board-kit/pointer";
import { areaAt, around, corners, images, meantAt, type Maze, type Meant, type Rect, type HitArea } from "./geometry";
import type { Slot } from "./layout";
import { height, radius } from "./pieces";

/** How far from a cell a click still counts, in pixels, and what is too close to call: a finger is broad. */
const GRIP = { mouse: { reach: 10, lead: 3 }, touch: { reach: 22, lead: 6 } };

export interface Aim {
  /** The nearest of some cells, within reach. */
  near: (among: Iterable<string>) => string | null;
  /** The one of some cells that is just there. */
  under: (among: Iterable<string>) => string | null;
  /** What is meant by somebody who may make a move with it. */
  meant: (able: Iterable<string>) => Meant | null;
}

export function aim(areas: ReadonlyMap<string, HitArea>, { at, touch, scale }: PointerPlace): Aim {
  const { reach, lead } = GRIP[touch ? "touch" : "mouse"];
  const of = (among: Iterable<string>): HitArea[] => [...among].flatMap((id) => areas.get(id) ?? []);
  return {
    near: (among) => areaAt(at, of(among), reach / scale),
    under: (among) => areaAt(at, of(among), 0),
    meant: (able) => meantAt(at, of(able), [...areas.values()], { reach: reach / scale, lead: lead / scale }),
  };
}

export function hitAreas(
  cells: readonly Cell[],
  view: KrabcekView,
  ground: Maze,
  world: Rect,
  slotOf: (cell: string) => Slot | undefined,
  of: Of,
): Map<string, HitArea> {
  const areas = new Map<string, HitArea>();
  for (const { id } of cells) {
    const [slot, box] = [slotOf(id), ground.boxes.get(id)];
    if (slot) areas.set(id, { id, shapes: [corners(slot.rect)], aims: slot.places });
    if (!box) continue;
    const shapes = [box.shape];
    const piece = view.pieces[id];
    if (piece) shapes.push(body(box.spot, of(piece[1])));
    const moves = images(around(shapes.flat()), world, ground.size);
    areas.set(id, {
      id,
      shapes: moves.flatMap((move) => shapes.map((shape) => shape.map((point) => shifted(point, move)))),
      aims: moves.map((move) => shifted(box.spot, move)),
    });
  }
  return areas;
}

function body([x, y]: Point, of: readonly string[]): Point[] {
  return corners([x - radius(of), y - height(of), x + radius(of), y]);
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}
