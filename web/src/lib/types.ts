// What the server shows of a game: the same shapes as speelkist/core/view.py.

export type Value = string | number | Phrase | Value[];

export interface Phrase {
  key: string;
  values: Record<string, Value>;
}

export type Point = [number, number];

export interface Cell {
  id: string;
  shape: Point[];
  kind: string;
  name: Phrase;
  also?: Point[][];
}

export interface Board {
  key: string;
  size: Point;
  cells: Cell[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game's drawing has its own
  extra: any;
}

export type PieceData = [side: number, kind: string];

export interface View {
  board: string;
  phase: string;
  player: number;
  ask: Phrase;
  pieces: Record<string, PieceData>;
  choices: string[][];
  marks: Record<string, string[]>;
  throw: number[] | null;
  scores: number[] | null;
  result: { winners: number[]; points: number[] | null; reason: string; say?: Phrase } | null;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game shows things of its own
  extra: any;
}

export interface Change {
  do: "move" | "put" | "gone" | "swap" | "become" | "throw" | "note";
  at?: string;
  to?: string;
  path?: string[];
  piece?: PieceData;
  throw?: number[];
  say?: Phrase;
}

export interface Seat {
  side: string;
  name?: string;
  taken?: boolean;
  player?: string;
  here?: boolean;
}

export type GameEvent = { kind: string } & Record<string, unknown>;

export interface Numbered {
  number: number;
  at: number;
  event: GameEvent;
}

export interface TableNow {
  say: "table";
  table: string;
  number: number;
  events: Numbered[];
  seats: Seat[];
  yours: number[];
  state: string;
  board: Board;
  view: View;
  last: string[];
  deadline?: number | null;
}

export interface Update {
  say: "update";
  table: string;
  number: number;
  events: Numbered[];
  changes: Change[];
  view: View;
  last: string[];
  seats?: Seat[] | null;
  board?: Board | null;
  state?: string;
  deadline?: number | null;
}

export interface Presence {
  say: "presence";
  table: string;
  here: boolean[];
  watchers: number;
}

export interface Ok {
  say: "ok";
  id: string;
  number?: number;
  data?: unknown;
}

export interface No {
  say: "no";
  id: string;
  why: Phrase;
  sentence: string;
}

export interface Bye {
  say: "bye";
  reason: string;
  after?: number;
}

export type FromServer = { say: "welcome" } | TableNow | Update | Presence | Ok | No | Bye;

export interface OptionInfo {
  name: string;
  kind: "flag" | "number" | "choice" | "list";
  default: boolean | number | string | string[];
  choices: string[];
  low: number;
  high: number;
  items: number;
  about: Phrase;
}

export interface GameInfo {
  id: string;
  name: Record<string, string>;
  about: Phrase;
  designer: string;
  published: string;
  sides: string[];
  players: [number, number];
  chance: boolean;
  options: OptionInfo[];
}
