// What a board gets and what it gives back. A board draws a position and says what a player wants; it knows neither the
// server nor the table, and it never spells a move: it hands on picks, or a move that stood among the choices.

import type { Board, Cell, Phrase, PieceData, Point, View } from "../net/types";

export type { Board, Cell, Phrase, PieceData, Point, View };

/** A move that may be made now. */
export interface Choice {
  move: string;
  /** The cells to pick for it, in order. */
  picks: readonly string[];
  /** The cells it leads along, both ends included; only one where a piece comes or goes; or none. */
  path: readonly string[];
}

/** A piece that keeps its identity while it moves, so that it can be seen to travel. */
export interface Token {
  id: number;
  at: string;
  side: number;
  kind: string;
  /** The cells of its last journey, both ends included; shown once for every new `trip`. */
  path: string[];
  trip: number;
  /** It has been taken and is fading away. */
  gone: boolean;
}

/** What has been picked, and what may be picked. */
export interface Selection {
  picked: string[];
  /** Cells that go on with the move that is being picked. */
  targets: Set<string>;
  /** Cells that begin a move, whatever is picked. */
  starts: Set<string>;
}

/** What has to be asked before a button is used, and what its answer is called; null where nothing would be lost. */
export type Guard = (cell: string) => { question: string; action: string } | null;

export interface BoardProps<BoardExtra = Record<string, unknown>, ViewExtra = Record<string, unknown>> {
  board: Board<BoardExtra>;
  view: View<ViewExtra>;
  /** Rises with everything that happens at the table. */
  version: number;
  /** The pieces as they are shown: while a move is played, they are ahead of the view. */
  tokens: Token[];
  /** What the player at this browser may do; empty while others act or a move is being shown. */
  choices: readonly Choice[];
  selection: Selection;
  /** The cells of the last move. */
  last: string[];
  /** Cells that a lesson or a picture speaks of, each marked by itself. */
  look?: readonly string[];
  /** It stands beside the text of a lesson: nothing else on the page tells who has how many points. */
  lesson?: boolean;
  /** A lesson asks something about the position: the board counts nothing that would give the answer away. */
  quiz?: boolean;
  /** A move that is looked at, such as a hint, and the cells it leads along. */
  preview: { move: string; route: string[] };
  dice: number[] | null;
  rolling: boolean;
  /** Whether the game is under way. */
  playing: boolean;
  /** The seats of this browser, and those of them that no bot plays for. */
  yours: number[];
  people: number[];
  /** The seat of this browser that acts now. */
  acting: number | null;
  /** How many actions the position shown has behind it while looking back; null in the present. */
  past: number | null;
  /** All moves and throws so far, by their notation. */
  actions: readonly { seat: number; text: string }[];
  /** When the time of a decision is up, in milliseconds since 1970. */
  deadline: number | null;
  /** Why the last try was refused, in words. */
  refusal: string;

  /** What the board had this browser keep under a name of its own; null where that is nothing. */
  kept?: (name: string) => string | null;
  /** Something that this browser is to keep, also for the next game. */
  onkeep?: (name: string, text: string) => void;
  /** A cell is picked: it goes on with a move, begins another, or lets go; anything else is answered with its rule. */
  onpick: (cell: string) => void;
  /** Nothing is picked any more. */
  onclear: () => void;
  /** A whole move of the choices or of an answer; for another seat of this browser where the game allows that. */
  onmove: (move: string, seat?: number) => void;
  /** Picks that make no choice: the table tells why not. */
  onattempt: (picks: readonly string[]) => void;
  /** The board itself knows why nothing happens; an empty text takes back what was said. */
  onrefuse: (text: string) => void;
  /** Have the table ask before a button is used that would throw away what was laid out; null: nothing is to be asked. */
  onguard?: (guard: Guard | null) => void;
  /** A move that is put together piece by piece: how many steps of it have been made. */
  ondraft?: (steps: number) => void;
  /** A question about the position that is shown; null if there is no answer. */
  query: (name: string, args?: Record<string, unknown>) => Promise<unknown>;
}
