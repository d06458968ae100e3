// Where things lie around the labyrinth: the strips that show the far side, and a tray for each player's hand.
// On a tall screen the trays lie above and below the board, on a wide one beside it.

import type { Point } from "../../board-kit/contract";
import type { Rect } from "./geometry";

export const STRIP = 28;
/** Pieces in a tray are drawn larger than on the board. */
export const HAND_SCALE = 1.35;

export interface Slot {
  rect: Rect;
  places: Point[];
}

export interface Tray {
  rect: Rect;
  name: Point;
  sign: Point;
  slots: Record<string, Slot>;
  die: Point;
}

export interface Layout {
  view: Rect;
  /** The board with its strips. */
  world: Rect;
  /** The near one first. */
  trays: [Tray, Tray];
}

export function layout(size: number, wide: boolean): Layout {
  const low = -STRIP;
  const high = size + STRIP;
  const world: Rect = [low, low, high, high];
  if (wide) {
    return {
      view: [low - 82, low - 6, high + 82, high + 6],
      world,
      trays: [upright(low - 76, 0, size), upright(high + 8, 0, size)],
    };
  }
  return {
    view: [low - 4, low - 66, high + 4, high + 66],
    world,
    trays: [level(low, high + 6), level(low, low - 62)],
  };
}

function level(x: number, y: number): Tray {
  const row = (from: number, to: number, places: number[]): Slot => ({
    rect: [x + from, y + 3, x + to, y + 53],
    places: places.map((place): Point => [x + place, y + 43]),
  });
  return {
    rect: [x, y, x + 456, y + 56],
    sign: [x + 22, y + 28],
    name: [x + 38, y + 28],
    slots: {
      S: row(98, 210, [115, 140, 165, 190]),
      M: row(214, 300, [238, 274]),
      B: row(304, 370, [337]),
    },
    die: [x + 416, y + 28],
  };
}

function upright(x: number, y: number, length: number): Tray {
  const slot = (from: number, to: number, places: Point[]): Slot => ({
    rect: [x + 3, y + from, x + 65, y + to],
    places: places.map(([px, py]): Point => [x + px, y + py]),
  });
  return {
    rect: [x, y, x + 68, y + length],
    sign: [x + 34, y + 20],
    name: [x + 34, y + 44],
    slots: {
      B: slot(62, 122, [[33, 107]]),
      M: slot(126, 186, [
        [18, 168],
        [47, 168],
      ]),
      S: slot(190, 290, [
        [20, 232],
        [48, 232],
        [20, 277],
        [48, 277],
      ]),
    },
    die: [x + 34, y + length - 54],
  };
}
