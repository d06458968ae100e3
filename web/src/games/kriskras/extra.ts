// What Kris-kras adds to the drawing and to a position.

import type { BoardProps } from "../../board-kit/contract";

export interface BoardExtra {
  files: string[];
  ranks: string[];
  /** The zones of white and black, and where their fighters start. */
  zones: string[][];
  starts: string[][];
  /** So many turns without progress end the game. */
  idle_end: number;
}

export interface ViewExtra {
  turn: number;
  /** The musketeers that white and black have lost. */
  lost: number[];
  idle: number;
}

export type KriskrasProps = BoardProps<BoardExtra, ViewExtra>;
