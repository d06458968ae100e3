// What Cubus adds to the drawing and to a position.

import type { Board, BoardProps, View } from "../../board-kit/contract";
import type { Counts, FlipData } from "./draft";
import type { Spot } from "./lattice";

export interface BoardExtra {
  /** How a corner that stands out and one that stands in are laid. */
  flip: FlipData;
}

/** What a player would build with the tiles that are left; no tiles if nothing. */
export interface ShownBuild {
  player: number;
  points: number;
  tiles: Spot[] | null;
}

export interface ViewExtra {
  tiles: Spot[];
  hands: Counts[];
  stock: Counts;
  turn: number | null;
  passer: number | null;
  boxes: number;
  /** Open lids in the picture; with one nothing may be shifted. */
  open: [number, number][];
  /** Whether the player to move lays tiles. */
  drafting: boolean;
  /** Seats that may knock, with the move that does it. */
  may_knock: [number, string][];
  shown: ShownBuild[];
  demolition_scores: number[] | null;
}

export type CubusBoard = Board<BoardExtra>;
export type CubusView = View<ViewExtra>;
export type CubusProps = BoardProps<BoardExtra, ViewExtra>;
