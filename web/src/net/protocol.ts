// What browser and server say to each other; docs/protocol.md tells it with examples.
//
// Made from src/speelkist/server/protocol.py, events.py and core/view.py. Do not edit it; renew it with
//   python -m speelkist.server.typescript

export const PROTOCOL = 1;

/** A value in a sentence. */
export type Value = string | number | Phrase | Value[];

/** A sentence to be said in the reader's language. */
export interface Phrase {
  key: string;
  values: Record<string, Value>;
}

/** How a game came out. */
export interface Result {
  winners: number[]; // none: a draw
  points: number[] | null;
  reason: string;
  say?: Phrase;
  earlier?: Result; // of a part that has a result of its own
}

export type Point = [number, number];

export type PieceData = [number, string];

export type OptionData = boolean | number | string | string[];

/** A place that pieces stand on or that can be picked. */
export interface Cell {
  id: string; // its name in the notation; places off the board have a colon: "hand:0:S", "button:pass"
  shape: Point[]; // a polygon in the board's own units, y down; empty for a place off the board
  kind: string; // a word of the game: zone, alley, hole2 ...: the client styles by it
  name: Phrase; // spoken: "b2", "Street e of tile 1,2"
  also?: Point[][]; // further outlines of the same place, such as across the joined edge
}

/** The drawing that stays the same for many moves. */
export interface Board {
  key: string; // changes whenever anything in the drawing does
  size: Point; // width and height in the board's own units
  cells: Cell[];
  extra: Record<string, unknown>; // what else the game's own drawing needs (tiles, holes)
}

/** A position to draw and to choose in. */
export interface ViewData {
  board: string; // the key of the Board it lies on
  phase: string;
  player: number; // whose action is next; -1 chance, -2 over
  ask: Phrase;
  pieces: Record<string, PieceData>; // by cell
  choices: string[][]; // notation, then the cells to pick in order; no two choices have the same picks
  marks: Record<string, string[]>; // cells to be marked, by a word of the game: threatened, fine, last
  throw: number[] | null; // the throw to be played
  scores: number[] | null;
  result: Result | null;
  extra: Record<string, unknown>; // what else the game shows: hands, stock, lost musketeers
}

/** One step of what a move did. Played in order, the changes lead from the pieces before to those after it. */
export interface Change {
  do: "move" | "put" | "gone" | "swap" | "become" | "throw" | "note";
  at?: string; // move, swap: from here; put, gone, become: here
  to?: string; // move, swap
  path?: string[]; // move: all cells on the way, both ends included
  piece?: PieceData; // move, put, become: what stands there afterwards
  throw?: number[];
  say?: Phrase; // one sentence for those who listen
}

/** The table is laid: the game, who may sit where, and the promise about the dice. */
export interface Created {
  kind: "created";
  game: string;
  version: number;
  options: Record<string, OptionData>;
  chairs: string[]; // "person", or the name of the player that is a program
  commitment: string; // SHA-256 of the seed of all throws
  start?: string | null; // a position's JSON, when the game does not begin at its beginning
  knock_seconds?: number; // how long the others have to knock at Cubus; 0: as long as they like
  absent_seconds?: number; // after how long away a chair may be given to the computer
  rematch_of?: string | null;
}

/** Somebody takes a chair and adds a number of his own to the dice. */
export interface Seated {
  kind: "seated";
  seat: number;
  name: string;
  nonce: string;
}

/** Somebody takes another name. */
export interface Renamed {
  kind: "renamed";
  seat: number;
  name: string;
}

/** A player's move; `auto` when the clock made it for him. */
export interface Moved {
  kind: "moved";
  seat: number;
  move: string;
  auto?: boolean;
  by?: string; // the program that made it, where the one in that chair could not
}

/** What chance decided: its event number `throw`, counted from 0. */
export interface Thrown {
  kind: "thrown";
  throw: number;
  move: string;
}

/** A player asks the others to take back to `actions` actions. */
export interface UndoAsked {
  kind: "undo_asked";
  seat: number;
  actions: number;
}

/** One of them says no. */
export interface UndoRefused {
  kind: "undo_refused";
  seat: number;
}

/** One of them says yes; the last one brings it about. */
export interface UndoAgreed {
  kind: "undo_agreed";
  seat: number;
}

/** Only the first `actions` moves and throws stand. */
export interface Undone {
  kind: "undone";
  seat: number;
  actions: number;
}

/** A player gives up. */
export interface Resigned {
  kind: "resigned";
  seat: number;
}

/** An absent player's chair is given to the computer. */
export interface Given {
  kind: "given";
  seat: number;
  player: string;
  by: number;
}

/** The owner is back in his chair. */
export interface TakenBack {
  kind: "taken_back";
  seat: number;
}

/** A chair now belongs to another device of its owner. */
export interface Rekeyed {
  kind: "rekeyed";
  seat: number;
}

/** The game is over, and the seed is shown. */
export interface Ended {
  kind: "ended";
  winners: number[];
  reason: string;
  seed: string;
  points?: number[] | null;
}

/** The same people go on at another table. */
export interface Rematched {
  kind: "rematched";
  table: string;
  by: number;
}

export type AnyEvent =
  | Created
  | Seated
  | Renamed
  | Moved
  | Thrown
  | UndoAsked
  | UndoRefused
  | UndoAgreed
  | Undone
  | Resigned
  | Given
  | TakenBack
  | Rekeyed
  | Ended
  | Rematched;

/** The first message: which protocol, and the browser's own secret key. */
export interface Hello {
  say: "hello";
  protocol: number;
  key: string;
}

/** Show me this table from now on; I have seen its events up to `seen`. */
export interface Watch {
  say: "watch";
  id: string;
  table: string;
  seen?: number;
}

/** I no longer look at this table. */
export interface Unwatch {
  say: "unwatch";
  id: string;
  table: string;
}

/** I take a chair: this one, or (-1) any free one. */
export interface Sit {
  say: "sit";
  id: string;
  table: string;
  seat: number;
  name: string;
  nonce: string;
}

/** I take another name. */
export interface Rename {
  say: "rename";
  id: string;
  table: string;
  seat: number;
  name: string;
}

/** I make a move, having seen the table up to event `seen`. */
export interface Play {
  say: "play";
  id: string;
  table: string;
  seat: number;
  seen: number;
  move: string;
}

/** I want my last decision back. */
export interface Undo {
  say: "undo";
  id: string;
  table: string;
  seat: number;
  seen: number;
}

/** I agree, or not, to the undo that was asked for. */
export interface Answer {
  say: "answer";
  id: string;
  table: string;
  seat: number;
  seen: number;
  yes: boolean;
}

/** I give up. */
export interface Resign {
  say: "resign";
  id: string;
  table: string;
  seat: number;
}

/** Let a program play for somebody who is away. */
export interface Give {
  say: "give";
  id: string;
  table: string;
  seat: number;
  player: string;
}

/** I am back in my chair. */
export interface TakeBack {
  say: "take_back";
  id: string;
  table: string;
  seat: number;
}

/** Once more, with the sides swapped; on `another` board, where it is laid from a number. */
export interface Rematch {
  say: "rematch";
  id: string;
  table: string;
  another?: boolean;
}

/** Give me a code with which another device of mine can take over my chair. */
export interface Code {
  say: "code";
  id: string;
  table: string;
  seat: number;
}

/** This device has such a code. */
export interface Claim {
  say: "claim";
  id: string;
  code: string;
}

/** What would this picture be worth? (Cubus) */
export interface Draft {
  say: "draft";
  id: string;
  table: string;
  tiles: [string, number, number][];
}

/** Tell me more about the position: `route` of a move, `describe` it in sentences, `threats` at Knopf. */
export interface Look {
  say: "look";
  id: string;
  table: string;
  what: string;
  move?: string;
  actions?: number | null; // of the position after so many moves and throws; otherwise of the present one
}

/** What would you do in my place? The answer's data are `HintData`. */
export interface Hint {
  say: "hint";
  id: string;
  table: string;
  seat: number;
}

/** How did this game go? For a game that is over; the answer's data are `AnalysisData`. */
export interface Analyse {
  say: "analyse";
  id: string;
  table: string;
}

/** How far the computer is: its strongest players have to be compiled once, while people play already. */
export interface ThinkingData {
  ready: string[]; // the games in which every strength can play
  waiting?: string[]; // the games that are still to be compiled, or cannot be
  compiling?: string; // the one that is being compiled now
  missing?: string[]; // the strengths that cannot play those games
  instead?: string; // who plays for them
  why?: Phrase | null; // if it will stay so: a sentence
}

/** Answers hello. */
export interface Welcome {
  say: "welcome";
  protocol: number;
  version: string;
  thinking: ThinkingData;
}

/** The computer is further than it was. */
export interface Thinking {
  say: "thinking";
  thinking: ThinkingData;
}

/** An event with its number and the time it was stored, in milliseconds since 1970. */
export interface Numbered {
  number: number;
  at: number;
  event: AnyEvent;
}

/** Who sits in a chair now. */
export interface Seat {
  side: string;
  name?: string;
  taken?: boolean;
  player?: string; // the program that plays for it, if one does
  here?: boolean;
}

/** A table as it stands, with the events that the browser had not seen. */
export interface TableNow {
  say: "table";
  table: string;
  number: number;
  events: Numbered[];
  seats: Seat[];
  yours: number[];
  state: string; // waiting, playing, over, archived
  board: Board;
  view: ViewData;
  last: string[]; // the cells of the last move
  deadline?: number | null; // until when the others may knock, in milliseconds since 1970
}

/** Events that have just been stored, what they changed, and the table after them. */
export interface Update {
  say: "update";
  table: string;
  number: number;
  events: Numbered[];
  changes: Change[];
  view: ViewData;
  last: string[];
  seats?: Seat[] | null; // only when somebody sat down, left or changed
  yours?: number[] | null; // then too
  board?: Board | null; // only when the drawing changed
  state?: string; // only when it changed
  deadline?: number | null;
}

/** Who is there now; this is no event. */
export interface Presence {
  say: "presence";
  table: string;
  here: boolean[];
  watchers: number;
}

/** Done: the number of the event that it became, and what was asked for. */
export interface Ok {
  say: "ok";
  id: string;
  number?: number;
  data?: unknown;
}

/** Not done: the rule, with its values, and the sentence in English. */
export interface No {
  say: "no";
  id: string;
  why: Phrase;
  sentence: string;
  number?: number;
}

/** A move, why it is good, and how likely whoever makes it then wins (in Cubus: his share of the points). */
export interface SuggestionData {
  move: string;
  reason: Phrase;
  chance?: number | null; // from 0 to 1; none from a program that does not search
}

/** What a program would do: up to three moves, the best first, which also stands by itself. */
export interface HintData {
  move: string;
  reason: Phrase;
  moves: SuggestionData[];
  by: string; // the strength that thought
  chance?: number | null;
}

/** A move that cost its player a good deal of his chance, and what would have been better. */
export interface TurningData {
  actions: number; // how many moves and throws came before it: the position to look at
  seat: number;
  move: string;
  chance: number; // of whoever made it, by that move
  better: SuggestionData;
}

/** How a game went. */
export interface AnalysisData {
  curves: number[][]; // player 0's chance at the start and after every action; in Cubus everybody's share
  turning: TurningData[]; // in the order of the game
  by: string; // the strength that judged
}

/** What was asked for with this id takes a while: so much of it is done. */
export interface Progress {
  say: "progress";
  id: string;
  done: number;
  of: number;
}

/** A table that this browser looked at has been deleted. */
export interface Gone {
  say: "gone";
  table: string;
}

/** The server closes this socket; come back after so many milliseconds. */
export interface Bye {
  say: "bye";
  reason: string;
  after?: number;
}

export type FromBrowser =
  | Hello
  | Watch
  | Unwatch
  | Sit
  | Rename
  | Play
  | Undo
  | Answer
  | Resign
  | Give
  | TakeBack
  | Rematch
  | Code
  | Claim
  | Draft
  | Look
  | Hint
  | Analyse;

export type FromServer = Welcome | Thinking | TableNow | Update | Presence | Ok | No | Progress | Gone | Bye;

/** What a browser sends to have a table laid. */
export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string | string[]>;
  chairs?: string[];
  seats?: string | number;
  name?: string;
  names?: string[];
  nonce?: string;
  start?: string | null;
  seed?: string | null;
  knock_seconds?: number;
  absent_seconds?: number;
}
