// Types of the server's messages, taken from the generated protocol.ts and refined for these pages.

import type * as server from "./protocol";

export type {
  Accepted,
  Analysis,
  AnyEvent,
  Cell,
  Change,
  ClockState,
  Closing,
  Created,
  Ended,
  FromServer,
  HintData,
  NumberedEvent,
  Phrase,
  PieceData,
  Point,
  Presence,
  Rejected,
  Result,
  SeatView,
  Snapshot,
  Suggestion,
  TableRequest,
  CompileStatusData,
  TurningPoint,
  Update,
  Value,
} from "./protocol";

/** A word that is ready to be said to the others. */
export type Word = server.SayWord["word"];

/** The drawing of a game; every game adds things of its own. */
export interface Board<Extra = Record<string, unknown>> extends Omit<server.Board, "extra"> {
  extra: Extra;
}

/** A position of a game; every game adds things of its own. */
export interface View<Extra = Record<string, unknown>> extends Omit<server.ViewData, "extra"> {
  extra: Extra;
}

type Without<T, Field extends string> = T extends unknown ? Omit<T, Field> : never;

/** A request; the connection adds its id. */
export type RequestMessage = Without<Exclude<server.FromBrowser, server.Hello>, "id">;

/** A request about a table; the store adds the table's id. */
export type TableRequestMessage = Without<Extract<RequestMessage, { table: string }>, "table">;

export interface OptionInfo {
  name: string;
  kind: "flag" | "number" | "choice" | "list";
  default: server.OptionData;
  choices: string[];
  low: number;
  high: number;
  items: number;
  /** Its name for people, and what it does. */
  label: server.Phrase;
  help: server.Phrase;
}

export interface GameInfo {
  id: string;
  name: Record<string, string>;
  about: server.Phrase;
  designer: string;
  published: string;
  sides: string[];
  players: [number, number];
  chance: boolean;
  /** What counts: who wins, or each player's share of the points. */
  scoring: "win" | "points";
  /** How long others may think about an answer out of turn; 0 where nobody may answer. */
  answer_seconds: number;
  /** Whether it can be printed. */
  paper: boolean;
  puzzles: boolean;
  options: OptionInfo[];
}
