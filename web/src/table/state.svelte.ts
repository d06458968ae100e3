// What a page knows of a table.

import type { Guard, Phrase } from "../board-kit/contract";
import type { MoveIcon } from "../games/manifest";
import type { ConnectionState } from "../net/socket";
import type { Asked, Notice } from "./notices";
import type { Board, ClockState, CompileStatusData, Created, Ended, Result, SeatView, View } from "../net/types";

export interface Action {
  seat: number;
  text: string;
  /** What is told of it; empty until it is known. */
  story: readonly Phrase[];
  /** Told before it: whoever moved had asked the computer for a hint. */
  hint?: Phrase;
  /** Made for whoever gave no answer: they are told of it like everybody else. */
  auto?: boolean;
}

export class TableState {
  board = $state.raw<Board | null>(null);
  view = $state.raw<View | null>(null);
  seats = $state.raw<SeatView[]>([]);
  yours = $state.raw<number[]>([]);
  present = $state.raw<boolean[]>([]);
  watchers = $state(0);
  status = $state("");
  game = $state("");
  created = $state.raw<Created | null>(null);
  /** The number of the last event. */
  version = $state(0);
  /** The version whose question a move was sent to answer; -1 where none was, or it was refused. */
  answered = $state(-1);
  actions = $state.raw<Action[]>([]);
  last = $state.raw<string[]>([]);
  deadline = $state<number | null>(null);
  /** The time that everybody has left, where there is a clock. */
  clock = $state.raw<ClockState | null>(null);
  /** Since when each seat's owner has been away, in the server's time; 0 for those who are there. */
  away = $state.raw<number[]>([]);
  /** By how much this browser's time is ahead of the server's. */
  skew = $state(0);
  /** When the position last changed, in the server's time. */
  movedAt = $state(0);
  asked = $state.raw<Asked>(null);
  /** The seats that want the game deleted. */
  deletionAsked = $state.raw<number[]>([]);
  /** What was done last besides a move: the text that tells it, and whose seat it is about. */
  notice = $state.raw<Notice | null>(null);
  /** The seats whose players have given up or run out of time, and do not come back. */
  out = $state.raw<number[]>([]);
  ended = $state.raw<Ended | null>(null);
  /** When, in the server's time. */
  endedAt = $state(0);
  /** The table where the same people play again, and who asked for it. */
  rematch = $state<string | null>(null);
  followRematch = $state(false);
  rematchBy = $state(-1);
  picked = $state.raw<string[]>([]);
  /** What the board wants to be asked before a button is used. */
  guard = $state.raw<Guard | null>(null);
  /** A move that is looked at before it is made, and the cells it leads along. */
  preview = $state("");
  route = $state.raw<string[]>([]);
  /** The result of the game, also while looking back. */
  result = $state.raw<Result | null>(null);
  /** Small pictures for its moves, once they are fetched. */
  moveIcon = $state.raw<MoveIcon | null>(null);
  /** How far the strongest bots are compiled. */
  compileStatus = $state.raw<CompileStatusData | null>(null);
  connection = $state<ConnectionState>("open");
  unknown = $state(false);
  /** A seat of this browser now belongs to another device of its player. */
  seatMoved = $state(false);
  /** The server's machine no longer lets the local network in, by which this page came. */
  networkClosed = $state(false);
  /** The table was deleted while it was open here. */
  deleted = $state(false);
  /** Why the last command was refused, in words; empty after the next one, and when something else is asked. */
  refusal = $state("");
  /** Somebody follows a finished game from its beginning: how it ended is not told before they have seen it. */
  replay = $state(false);
  /** How many actions are shown while looking back; null in the present. */
  back = $state<number | null>(null);
}
