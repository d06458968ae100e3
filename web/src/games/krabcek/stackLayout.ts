// Who stands where while a move is being shown: the position is still the old one, the pieces are on their way.

import type { PieceData, Point, Token } from "../../board-kit/contract";
import type { Hand, KrabcekView } from "./extra";
import { around, distance, images, type Maze, type Rect } from "./geometry";
import { bodies, height, radius } from "./pieces";

/** What a kind of piece is made of, the top first. */
export type Of = (kind: string) => readonly string[];

export function onItsWay(token: Token, view: KrabcekView): boolean {
  const there = view.pieces[token.at];
  return there === undefined || there[0] !== token.side || there[1] !== token.kind;
}

/** What is still in a hand, by the letters of the kinds: what has just left it is gone already. */
export function left(side: number, tokens: readonly Token[], view: KrabcekView): Hand {
  const hand = { ...view.extra.hands[side] };
  for (const token of tokens) {
    const [where, whose, letter = ""] = token.path[0]?.split(":") ?? [];
    if (where === "hand" && Number(whose) === side && onItsWay(token, view)) hand[letter] = (hand[letter] ?? 1) - 1;
  }
  return hand;
}

/** The piece that another is about to land on: it stays until they are one. */
export function carrier(token: Token, tokens: readonly Token[], view: KrabcekView, of: Of): PieceData | null {
  const there = view.pieces[token.at];
  if (!there || token.path.length === 0 || there[0] !== token.side || !onItsWay(token, view)) return null;
  if (tokens.some((other) => other.path[0] === token.at && onItsWay(other, view))) return null; // they change places
  return of(token.kind).includes(of(there[1]).at(-1) ?? "") ? null : there;
}

/** Where a piece near an edge is seen once more, wholly beyond the opposite edge. */
export function ghosts([x, y]: Point, of: readonly string[], world: Rect, { size }: Maze): Point[] {
  const [r, h, deep] = [radius(of), height(of), 3];
  return images([x - r, y - h, x + r, y + deep], world, size)
    .map(([dx, dy]): Point => [x + dx, y + dy])
    .filter(([ax, ay]) => ax + r < 0 || ax - r > size || ay + deep < 0 || ay - h > size);
}

/** Of a box that is spoken of so much may lie behind a piece before it is seen through it. */
const COVERED = 1 / 4;

/** Whether a piece stands before a good part of a box: what is spoken of there is then seen through it. */
export function hides([x, y]: Point, of: readonly string[], shape: readonly Point[]): boolean {
  const parts = bodies(of);
  const inBox = dotted(around(shape)).filter((point) => distance(point, shape) === 0);
  const hidden = inBox.filter(([px, py]) =>
    parts.some(({ radius: r, height: h, lift }) => Math.abs(px - x) <= r && py <= y - lift && py > y - lift - h),
  );
  return hidden.length > inBox.length * COVERED;
}

/** Points all over a rectangle. */
function dotted([left, top, right, bottom]: Rect): Point[] {
  const along = (from: number, to: number) => [...Array(12).keys()].map((n) => from + ((to - from) * (n + 0.5)) / 12);
  return along(left, right).flatMap((x) => along(top, bottom).map((y): Point => [x, y]));
}
