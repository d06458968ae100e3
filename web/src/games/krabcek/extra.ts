// What Krabcek adds to the drawing and to a position.

import type { Board, BoardProps, Point, View } from "../../board-kit/contract";

export interface Tile {
  id: string;
  at: Point;
  type: number;
  quarters: number;
}

export interface BoardExtra {
  tiles: Tile[];
  /** Where pieces stand. */
  spots: Record<string, Point>;
  /** Which boxes touch, and where. */
  links: { cells: [string, string]; at: Point }[];
  /** The places of the gates; one on an edge is drawn on both sides. */
  vertices: Record<string, Point[]>;
  /** What a kind of piece is made of, the top first, and its letter in the notation. */
  kinds: Record<string, { letter: string; of: string[] }>;
}

export interface GateInfo {
  owner: number | null;
  exits: string[];
  streets: string[];
}

/** How many pieces of each kind are in a hand, by the letter of the kind. */
export type Hand = Record<string, number>;

export interface ViewExtra {
  turn: number;
  gates: Record<string, GateInfo>;
  hands: Hand[];
}

export type KrabcekBoard = Board<BoardExtra>;
export type KrabcekView = View<ViewExtra>;
export type KrabcekProps = BoardProps<BoardExtra, ViewExtra>;
