// What a finger may mean: every box with the piece that rises from it, wherever its images are seen, and every hand.

import type { Cell, Point } from "../../board-kit/contract";
import type { KrabcekView } from "./extra";
import type { Of } from "./stackLayout";
import { around, corners, images, type Maze, type Rect, type HitArea } from "./geometry";
import type { Slot } from "./layout";
import { height, radius } from "./pieces";

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
