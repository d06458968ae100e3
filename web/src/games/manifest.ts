// What the pages know of a game besides what the server sends. A game has one folder here, and its index.ts exports one
// of these; a game without a folder is shown with the generic board and emblem.

import type { Component } from "svelte";
import type { Texts } from "../i18n/i18n.svelte";
import type { BoardProps, Phrase } from "../board-kit/contract";
import type { CouldComeUp } from "../board-kit/outcomes";

/** Each board knows what its own game adds to drawing and position; code that loads boards does not. */
export type BoardComponent = Component<BoardProps<never, never>>;

/** The mark before the name of a side, in the colour and shape of its pieces. */
export interface SideMark {
  colour: string;
  shape: "round" | "square" | "diamond" | "dashed";
}

/** A small picture of what a move tells, and whether there is one. */
export interface MoveIcon {
  default: Component<{ sentence: Phrase }>;
  draws: (sentence: Phrase) => boolean;
}

export interface GameManifest {
  /** Where the game stands on the home page, lowest first. */
  order: number;
  /** The colour of the game's card. */
  accent: string;
  Emblem: Component;
  /** Fetched when a table needs it. */
  loadBoard: () => Promise<{ default: BoardComponent }>;
  /** What can come up at a throw; fetched when somebody checks the dice. */
  loadChance?: () => Promise<{ couldComeUp: CouldComeUp }>;
  /** The texts of the board, both languages; keys begin with the id of the game. */
  texts: { en: Texts; nl: Texts };
  /** The paragraph of the rules page for every phase. */
  rulesAnchors: Record<string, string>;
  /** Where all legal moves are of one kind, by their notation, the paragraph about that kind. */
  rulesAnchorsOfMoves?: readonly (readonly [kind: RegExp, anchor: string])[];
  /** Moves that are made by a button beside the board, and so cannot be shown on it. */
  buttonMoves?: readonly RegExp[];
  /** Moves before the throw of one's own turn: they and what is done with the throw are listed as one. */
  beforeThrow?: readonly RegExp[];
  /** Sentences, by their key, that whoever moved is told as well: what came of it is not seen on the board. */
  tellsMover?: readonly string[];
  /** The same, until somebody else has moved: then there is more to read. */
  tellsMoverFirst?: readonly string[];
  /** By the reason of an end that no last move brings about: the sentences, by their key, the last of which decided it. */
  decidedBy?: Readonly<Record<string, readonly string[]>>;
  /** Small pictures for moves in a line of text; fetched with the board. */
  loadMoveIcon?: () => Promise<MoveIcon>;
  /** A small drawing of a move that is proposed. */
  MovePicture?: Component<{ move: string }>;
  /** A drawing of the rules page, by the words behind its fence; without it the page shows letters. */
  RulesFigure?: Component<{ figure: string }>;
  /** Marks of the sides; an empty list where sides have no pieces of their own. */
  sideMarks?: readonly SideMark[];
  /** Chance draws something here; otherwise it throws dice. */
  chanceDraws?: true;
  /** What a fist holds when lots are drawn for the sides; without it a mark of the side. */
  LotPiece?: Component<{ side: number }>;
  /** Whether every legal move is among the choices of a position: none is built on the board. */
  choicesAreComplete?: boolean;
}
