// What Kopf oder Knopf adds to a position.

import type { BoardProps, View } from "../../board-kit/contract";

export interface ViewExtra {
  /** Moves that bring three or more buttons of one side together. */
  makes_group: string[];
  /** How many buttons red and blue have taken, and how many win. */
  taken: number[];
  target: number;
  /** Turns without a taken button, and how many of them end the game. */
  quiet: number;
  quiet_end: number;
}

export type KnopfView = View<ViewExtra>;
export type KnopfProps = BoardProps<Record<string, unknown>, ViewExtra>;
