// What browser and server say to each other; docs/protocol.md tells it with examples.
//
// Made from src/speelkist/server/ws/protocol.py, the events of a table and core/view.py. Do not edit it; renew it with
//   python -m tools.protocol_types

export const PROTOCOL = 1;

export type OptionData = boolean | number | string | string[];
export type AnyEvent =
  | Created
  | Seated
  | Committed
  | Revealed
  | SeatFreed
  | Renamed
  | Moved
  | Thrown
  | UndoAsked
  | UndoRefused
  | UndoAgreed
  | Undone
  | DeletionAsked
  | DeletionRefused
  | HintAsked
  | Resigned
  | TimeUp
  | ClockResumed
  | SeatGivenToBot
  | SeatReclaimed
  | SeatTransferred
  | Ended
  | Rematched;
export type FromBrowser =
  | Hello
  | Watch
  | Unwatch
  | Sit
  | Commit
  | Reveal
  | Rename
  | Play
  | Undo
  | Answer
  | Resign
  | Keep
  | GiveToBot
  | Reclaim
  | Rematch
  | Code
  | Claim
  | Query
  | SayWord
  | Hint
  | Analyse;
export type FromServer =
  | Welcome
  | CompileStatusChanged
  | Snapshot
  | Update
  | Presence
  | WordSaid
  | Accepted
  | Rejected
  | Progress
  | TableDeleted
  | Closing;
/**
 * A value in a sentence.
 */
export type Value = string | number | Phrase | Value[];
/**
 * @minItems 2
 * @maxItems 2
 */
export type Point = [number, number];
/**
 * width and height in the board's own units
 *
 * @minItems 2
 * @maxItems 2
 */
export type Point1 = [number, number];
/**
 * @minItems 2
 * @maxItems 2
 */
export type PieceData = [number, string];
/**
 * move, put, become: what stands there afterwards
 *
 * @minItems 2
 * @maxItems 2
 */
export type PieceData1 = [number, string];

/**
 * All that crosses the wire: a request for a table, messages both ways, and the data of answers.
 */
export interface Protocol {
  TableRequest: TableRequest;
  AnyEvent: AnyEvent;
  FromBrowser: FromBrowser;
  FromServer: FromServer;
  HintData: HintData;
  Analysis: Analysis;
}
/**
 * A table that somebody wants.
 */
export interface TableRequest {
  game: string;
  options?: {
    [k: string]: OptionData;
  };
  /**
   * "person" or a bot's name; none: as many people as the game needs
   */
  seats?: string[];
  /**
   * where one sits down: in "all" seats of people, at one screen; in one seat; "none"
   */
  sit?: string | number;
  name?: string;
  /**
   * at one screen: who has each seat
   */
  names?: string[];
  start?: string | null;
  /**
   * only where the host allows scripted dice
   */
  seed?: string | null;
  /**
   * None: as long as the game says
   */
  answer_seconds?: number | null;
  absent_seconds?: number;
  /**
   * whether people far apart may ask for hints; the others see it
   */
  hints?: boolean;
  clock?: ClockRules | null;
}
/**
 * What was agreed before the game.
 */
export interface ClockRules {
  seconds: number;
  increment?: number;
  bot?: string;
}
/**
 * The table is made: the game, who may sit where, and the promise about the dice.
 */
export interface Created {
  game: string;
  version: number;
  options: {
    [k: string]: OptionData;
  };
  /**
   * "person", or the name of the bot
   */
  seats: string[];
  /**
   * SHA-256 of the seed of all throws; empty where there are none
   */
  commitment: string;
  kind: "created";
  /**
   * a position's JSON, when the game does not begin at its beginning
   */
  start: string | null;
  /**
   * how long whoever may answer out of turn has; 0: for ever; None: nobody may
   */
  answer_seconds: number | null;
  /**
   * after how long away a seat may be given to the computer
   */
  absent_seconds: number;
  rematch_of: string | null;
  /**
   * whether people at different browsers may ask for hints
   */
  hints: boolean;
  clock: ClockRules | null;
}
/**
 * Somebody takes a seat, and commits to the nonce that they will add to the dice.
 */
export interface Seated {
  seat: number;
  name: string;
  kind: "seated";
  /**
   * empty: it comes later
   */
  commitment: string;
}
/**
 * A browser commits to the nonce of its seats; without seats, the creator of a table where only bots play.
 */
export interface Committed {
  seats: number[];
  commitment: string;
  kind: "committed";
}
/**
 * All have committed: a browser reveals the nonce of its seats. With the last one the dice are settled.
 */
export interface Revealed {
  seats: number[];
  nonce: string;
  kind: "revealed";
}
/**
 * Browsers kept the others waiting for the dice: their seats are free, and the nonces revealed so far are void.
 */
export interface SeatFreed {
  seats: number[];
  kind: "seat_freed";
}
/**
 * Somebody takes another name.
 */
export interface Renamed {
  seat: number;
  name: string;
  kind: "renamed";
}
/**
 * A player's move; `auto` if it was made for them: somebody was quicker, or (`late`) their time was up.
 */
export interface Moved {
  seat: number;
  move: string;
  kind: "moved";
  auto: boolean;
  late: boolean;
  /**
   * the bot that made it, where the one in that seat could not
   */
  by: string;
}
/**
 * What chance decided: its event number `throw`, counted from 0.
 */
export interface Thrown {
  throw: number;
  move: string;
  kind: "thrown";
}
/**
 * A player asks the others to take back to `actions` moves and throws.
 */
export interface UndoAsked {
  seat: number;
  actions: number;
  kind: "undo_asked";
}
/**
 * Somebody says no to it.
 */
export interface UndoRefused {
  seat: number;
  kind: "undo_refused";
}
/**
 * Somebody says yes to it; the last yes brings it about.
 */
export interface UndoAgreed {
  seat: number;
  kind: "undo_agreed";
}
/**
 * Only the first `actions` moves and throws stand. Time that was spent stays spent. `clock` is the clock before it, since a log is read without the moves that were taken back.
 */
export interface Undone {
  seat: number;
  actions: number;
  kind: "undone";
  clock: ClockState | null;
}
/**
 * The time that each seat has left, in milliseconds, as it was at ``since``; the clock of ``seat`` runs.
 */
export interface ClockState {
  left: number[];
  seat?: number;
  since?: number;
  turn?: number;
}
/**
 * A player wants the game deleted. When everybody who plays has asked for it, it is gone, with this event.
 */
export interface DeletionAsked {
  seat: number;
  kind: "deletion_asked";
}
/**
 * A player wants to keep it: nobody is asked any more.
 */
export interface DeletionRefused {
  seat: number;
  kind: "deletion_refused";
}
/**
 * A player asks the computer for a hint in a game between people: the others see that.
 */
export interface HintAsked {
  seat: number;
  kind: "hint_asked";
}
/**
 * A player gives up.
 */
export interface Resigned {
  seat: number;
  kind: "resigned";
}
/**
 * A player's time is up.
 */
export interface TimeUp {
  seat: number;
  kind: "time_up";
}
/**
 * The server was away: the time since the last event is nobody's.
 */
export interface ClockResumed {
  kind: "clock_resumed";
}
/**
 * An absent player's seat is given to the computer.
 */
export interface SeatGivenToBot {
  seat: number;
  bot: string;
  by: number;
  kind: "seat_given_to_bot";
}
/**
 * The owner is back in their seat.
 */
export interface SeatReclaimed {
  seat: number;
  kind: "seat_reclaimed";
}
/**
 * A seat now belongs to another device of its owner.
 */
export interface SeatTransferred {
  seat: number;
  kind: "seat_transferred";
}
/**
 * The game is over, and the seed is shown.
 */
export interface Ended {
  winners: number[];
  reason: string;
  seed: string;
  kind: "ended";
  points: number[] | null;
}
/**
 * The same people go on at another table.
 */
export interface Rematched {
  table: string;
  by: number;
  kind: "rematched";
}
/**
 * The first message: which protocol, and the browser's own secret key.
 */
export interface Hello {
  say: "hello";
  protocol: number;
  key: string;
}
/**
 * Show me this table from now on; I have seen its events up to `seen`.
 */
export interface Watch {
  say: "watch";
  id: string;
  table: string;
  seen?: number;
}
/**
 * I no longer watch this table.
 */
export interface Unwatch {
  say: "unwatch";
  id: string;
  table: string;
}
/**
 * I take a seat: this one, or (-1) any free one. I commit to the nonce that I will add to the dice.
 */
export interface Sit {
  say: "sit";
  id: string;
  table: string;
  seat: number;
  name: string;
  /**
   * SHA-256 over the seed's commitment and the nonce; it may also come later
   */
  commitment?: string;
}
/**
 * I commit to the nonce of my seats; where nobody else has to, I reveal it at once.
 */
export interface Commit {
  say: "commit";
  id: string;
  table: string;
  commitment: string;
  nonce?: string;
}
/**
 * Everybody has committed: this is my nonce.
 */
export interface Reveal {
  say: "reveal";
  id: string;
  table: string;
  nonce: string;
}
/**
 * I take another name.
 */
export interface Rename {
  say: "rename";
  id: string;
  table: string;
  seat: number;
  name: string;
}
/**
 * I make a move, having seen the table up to event `seen`.
 */
export interface Play {
  say: "play";
  id: string;
  table: string;
  seat: number;
  seen: number;
  move: string;
}
/**
 * I want my last decision back.
 */
export interface Undo {
  say: "undo";
  id: string;
  table: string;
  seat: number;
  seen: number;
}
/**
 * I agree, or not, to the undo that was asked for.
 */
export interface Answer {
  say: "answer";
  id: string;
  table: string;
  seat: number;
  seen: number;
  yes: boolean;
}
/**
 * I give up.
 */
export interface Resign {
  say: "resign";
  id: string;
  table: string;
  seat: number;
}
/**
 * I do not agree to have this game deleted; or I no longer ask for it.
 */
export interface Keep {
  say: "keep";
  id: string;
  table: string;
  seat: number;
}
/**
 * Let a bot play for somebody who is away.
 */
export interface GiveToBot {
  say: "give_to_bot";
  id: string;
  table: string;
  seat: number;
  bot: string;
}
/**
 * I am back in my seat.
 */
export interface Reclaim {
  say: "reclaim";
  id: string;
  table: string;
  seat: number;
}
/**
 * Once more, with the sides swapped; on `another` board, where it is laid from a number.
 */
export interface Rematch {
  say: "rematch";
  id: string;
  table: string;
  another?: boolean;
}
/**
 * Give me a code with which another device of mine can take over my seat.
 */
export interface Code {
  say: "code";
  id: string;
  table: string;
  seat: number;
}
/**
 * This device has such a code.
 */
export interface Claim {
  say: "claim";
  id: string;
  code: string;
}
/**
 * Tell me more about the position: `describe` it, the `route` of a move, and what else the game declares.
 */
export interface Query {
  say: "query";
  id: string;
  table: string;
  name: string;
  args?: {};
  /**
   * of the position after so many moves and throws; otherwise of the present one
   */
  actions?: number | null;
}
/**
 * Say one of the ready words for my seat to everybody at the table.
 */
export interface SayWord {
  say: "word";
  id: string;
  table: string;
  seat: number;
  word: "back_soon" | "good_luck" | "hello" | "nice_move" | "oops" | "take_your_time" | "thanks" | "well_played";
}
/**
 * What would you do in my place? The answer's data are `HintData`.
 */
export interface Hint {
  say: "hint";
  id: string;
  table: string;
  seat: number;
}
/**
 * How did this game go? For a game that is over; the answer's data are `AnalysisData`.
 */
export interface Analyse {
  say: "analyse";
  id: string;
  table: string;
}
/**
 * Answers hello.
 */
export interface Welcome {
  say: "welcome";
  protocol: number;
  version: string;
  compile_status: CompileStatusData;
  /**
   * the server's time, in milliseconds since 1970: a browser's own may differ
   */
  now: number;
}
/**
 * How far the computer is: its strongest players have to be compiled once, while people play already.
 */
export interface CompileStatusData {
  /**
   * the games in which every strength can play
   */
  ready: string[];
  /**
   * the games that are still to be compiled, or cannot be
   */
  waiting?: string[];
  /**
   * the one that is being compiled now
   */
  compiling?: string;
  /**
   * the strengths that cannot play those games
   */
  missing?: string[];
  /**
   * who plays for them
   */
  instead?: string;
  /**
   * if it will stay so: a sentence
   */
  why?: Phrase | null;
}
/**
 * A sentence to be said in the reader's language.
 */
export interface Phrase {
  key: string;
  values: {
    [k: string]: Value;
  };
}
/**
 * The computer is further than it was.
 */
export interface CompileStatusChanged {
  say: "compile_status";
  compile_status: CompileStatusData;
}
/**
 * A table as it stands, with the events that the browser had not seen.
 */
export interface Snapshot {
  say: "snapshot";
  table: string;
  version: number;
  events: NumberedEvent[];
  seats: SeatView[];
  yours: number[];
  /**
   * waiting, playing, over, archived
   */
  state: string;
  board: Board;
  view: ViewData;
  /**
   * the cells of the last move
   */
  last: string[];
  /**
   * until when those asked may answer, in milliseconds since 1970
   */
  deadline?: number | null;
  /**
   * where there is a clock: the time that everybody has
   */
  clock?: ClockState | null;
  /**
   * since when each seat's owner has been away; 0: they are there; none: nobody is away
   */
  away?: number[];
}
/**
 * An event with its version and the time it was stored, in milliseconds since 1970.
 */
export interface NumberedEvent {
  version: number;
  at: number;
  event: AnyEvent;
}
/**
 * Who has a seat now.
 */
export interface SeatView {
  side: string;
  name?: string;
  taken?: boolean;
  /**
   * the one that plays for it, if one does
   */
  bot?: string;
  present?: boolean;
}
/**
 * The drawing that stays the same for many moves.
 */
export interface Board {
  cells: Cell[];
  /**
   * what else the game's own drawing needs (tiles, holes)
   */
  extra: {};
  /**
   * changes whenever anything in the drawing does
   */
  key: string;
  size: Point1;
}
/**
 * A place that pieces stand on or that can be picked.
 */
export interface Cell {
  /**
   * further outlines of the same place, such as across the joined edge
   */
  also?: Point[][];
  /**
   * its name in the notation; places off the board have a colon: "hand:0:S", "button:pass"
   */
  id: string;
  /**
   * a word of the game: zone, alley, hole2 ...: the client styles by it
   */
  kind: string;
  /**
   * spoken: "b2", "Street e of tile 1,2"
   */
  name: Phrase;
  /**
   * a polygon in the board's own units, y down; empty for a place off the board
   */
  shape: Point[];
}
/**
 * A position to draw and to choose in.
 */
export interface ViewData {
  ask: Phrase;
  /**
   * who may answer now, also before their turn; absent: only the player to move
   */
  asked?: number[];
  /**
   * the key of the Board it lies on
   */
  board: string;
  choices: ChoiceData[];
  /**
   * what else the game shows: hands, stock, lost pieces
   */
  extra: {};
  /**
   * cells to be marked, by a word of the game: threatened, fine, last
   */
  marks: {
    [k: string]: string[];
  };
  /**
   * why nobody is helped now, neither by a hint nor by judging what they try
   */
  no_help?: Phrase;
  phase: string;
  /**
   * by cell
   */
  pieces: {
    [k: string]: PieceData;
  };
  /**
   * whose action is next; -1 chance, -2 over
   */
  player: number;
  result: Result | null;
  scores: number[] | null;
  /**
   * the throw to be played
   */
  throw: number[] | null;
}
/**
 * A move that may be made now.
 */
export interface ChoiceData {
  /**
   * whether the first two picks may also come the other way round
   */
  either?: boolean;
  /**
   * its notation: what a client sends
   */
  move: string;
  /**
   * where it begins, turns and ends, or the one cell, or none; absent: the picks
   */
  path?: string[];
  /**
   * the cells to pick for it, in order; no two choices have the same
   */
  picks: string[];
  /**
   * whether only playing it tells if it is legal: the game does not show it beforehand
   */
  unsure?: boolean;
}
/**
 * How a game came out.
 */
export interface Result {
  /**
   * none: a draw
   */
  winners: number[];
  points: number[] | null;
  reason: string;
  say?: Phrase;
  earlier?: Result;
}
/**
 * Events that have just been stored, what they changed, and the table after them.
 */
export interface Update {
  say: "update";
  table: string;
  version: number;
  events: NumberedEvent[];
  changes: Change[];
  view: ViewData;
  last: string[];
  /**
   * how many of the changes each move and throw made, in their order
   */
  parts?: number[];
  /**
   * only when somebody sat down, left or changed
   */
  seats?: SeatView[] | null;
  /**
   * then too
   */
  yours?: number[] | null;
  /**
   * only when the drawing changed
   */
  board?: Board | null;
  /**
   * only when it changed
   */
  state?: string;
  deadline?: number | null;
  clock?: ClockState | null;
}
/**
 * One step of what a move did. Played in order, the changes lead from the pieces before to those after it.
 */
export interface Change {
  /**
   * move, swap: from here; put, gone, become: here
   */
  at?: string;
  do: "become" | "gone" | "move" | "note" | "put" | "swap" | "throw";
  /**
   * move: all cells on the way, both ends included
   */
  path?: string[];
  piece?: PieceData1;
  /**
   * what is told of it, in one sentence
   */
  say?: Phrase;
  throw?: number[];
  /**
   * move, swap
   */
  to?: string;
  /**
   * whether that is only for those who do not see the board
   */
  unseen?: boolean;
}
/**
 * Who is there now; this is no event.
 */
export interface Presence {
  say: "presence";
  table: string;
  present: boolean[];
  watchers: number;
  /**
   * since when each seat's owner has been away; 0: they are there; none: nobody is away
   */
  away?: number[];
}
/**
 * Somebody says one of the ready words; this is no event, and nobody is shown it later.
 */
export interface WordSaid {
  say: "word_said";
  table: string;
  seat: number;
  word: "back_soon" | "good_luck" | "hello" | "nice_move" | "oops" | "take_your_time" | "thanks" | "well_played";
}
/**
 * Done: the version of the table that it made, and what was asked for.
 */
export interface Accepted {
  say: "accepted";
  id: string;
  version?: number;
  data?: unknown;
}
/**
 * Not done: the rule, with its values, and the sentence in English.
 */
export interface Rejected {
  say: "rejected";
  id: string;
  why: Phrase;
  sentence: string;
}
/**
 * What was asked for with this id takes a while: so much of it is done.
 */
export interface Progress {
  say: "progress";
  id: string;
  done: number;
  of: number;
}
/**
 * A table that this browser watched has been deleted.
 */
export interface TableDeleted {
  say: "table_deleted";
  table: string;
}
/**
 * The server closes this socket; come back after so many milliseconds.
 */
export interface Closing {
  say: "closing";
  reason: string;
  after?: number;
}
/**
 * What a bot would do: up to three moves, the best first, which also stands by itself.
 */
export interface HintData {
  move: string;
  reason: Phrase;
  moves: Suggestion[];
  /**
   * the strength that thought
   */
  by: string;
  chance?: number | null;
}
/**
 * A move, why it is good, and how likely its player then wins (where points count: their share of them).
 */
export interface Suggestion {
  move: string;
  reason: Phrase;
  /**
   * from 0 to 1; none from a bot that does not search
   */
  chance: number | null;
  /**
   * the sentence about it, where somebody is to read it
   */
  tell: Phrase | null;
}
/**
 * How a game went.
 */
export interface Analysis {
  /**
   * player 0's chance at the start and after every action, or everybody's share
   */
  curves: number[][];
  /**
   * in the order of the game
   */
  turning: TurningPoint[];
  /**
   * the strength that judged
   */
  by: string;
}
/**
 * A move that cost its player a good deal of their chance, and what would have been better.
 */
export interface TurningPoint {
  /**
   * how many moves and throws came before it: the position to look at
   */
  actions: number;
  seat: number;
  move: string;
  /**
   * the sentence about it
   */
  tell: Phrase;
  /**
   * of whoever made it, by that move
   */
  chance: number;
  better: Suggestion;
}
