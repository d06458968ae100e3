// Requests to the server over HTTP; everything live goes over the socket.

import { browserKey } from "./browserKey";
import type { Proof } from "../table/diceProof";
import type { Board, GameInfo, Phrase, TableRequest, CompileStatusData, View } from "./types";

export class ApiError extends Error {
  constructor(
    readonly why: Phrase,
    sentence: string,
  ) {
    super(sentence);
  }
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...init, headers: { Authorization: `Bearer ${browserKey()}`, ...init.headers } });
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { why: Phrase; sentence: string } | null;
    throw new ApiError(data?.why ?? { key: "server.failed", values: {} }, data?.sentence ?? answer.statusText);
  }
  return answer;
}

export async function fetchTexts(lang: string): Promise<Record<string, string | { one: string; other: string }>> {
  return (await fetch(`/api/words/${lang}`)).json();
}

export interface Offer {
  games: GameInfo[];
  players: string[];
  compile_status: CompileStatusData;
}

export async function fetchGames(): Promise<Offer> {
  return (await fetch("/api/games")).json();
}

/** A piece of a line of the rules page in one style; the server parses the page. */
export type Span =
  { kind: "text" | "bold" | "italic" | "code"; text: string } | { kind: "link"; text: string; anchor: string };

export type Block =
  | { kind: "heading"; level: number; text: string; anchor: string }
  | { kind: "paragraph"; line: Span[] }
  | { kind: "quote"; line: Span[] }
  | { kind: "list"; items: Span[][]; ordered: boolean }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "drawing"; text: string; figure?: string };

/** The rules as they are played at a table: with the values of its options. */
export async function fetchRules(table: string, lang: string): Promise<Block[]> {
  const answer = await ask(`/api/tables/${table}/rules?lang=${lang}`);
  return ((await answer.json()) as { blocks: Block[] }).blocks;
}

export async function createTable(wanted: TableRequest): Promise<string> {
  const answer = await ask("/api/tables", { method: "POST", body: JSON.stringify(wanted) });
  return ((await answer.json()) as { table: string }).table;
}

export interface OwnTable {
  table: string;
  game: string;
  state: string;
  at: number;
  player: number;
  yours: number[];
  names: string[];
  sides: string[];
  winners: number[] | null;
  /** Who plays in each seat: "person", or a bot. */
  players: string[];
}

export async function ownTables(): Promise<OwnTable[]> {
  return ((await (await ask("/api/tables")).json()) as { tables: OwnTable[] }).tables;
}

/** Delete a table; false if others play there and have been asked whether they agree. */
export async function deleteTable(table: string): Promise<boolean> {
  return (await ask(`/api/tables/${table}`, { method: "DELETE" })).status === 204;
}

export interface Past {
  board: Board;
  view: View;
  last: string[];
  actions: number;
}

export async function fetchPast(table: string, actions: number): Promise<Past> {
  return (await ask(`/api/tables/${table}/at/${actions}`)).json();
}

/** What was told of every move and throw of a table so far. */
export async function fetchStory(table: string): Promise<Phrase[][]> {
  return ((await (await ask(`/api/tables/${table}/story`)).json()) as { story: Phrase[][] }).story;
}

export async function fetchProof(table: string): Promise<Proof> {
  return (await ask(`/api/tables/${table}/proof`)).json();
}

/** Where this server can be reached; only a home machine's own browser may open and close it to the local network. */
export interface NetworkAccess {
  lan: boolean;
  addresses: string[];
  port: number;
  may_open: boolean;
  may_close: boolean;
}

export async function fetchNetworkAccess(): Promise<NetworkAccess> {
  return (await ask("/api/here")).json();
}

export async function openToNetwork(): Promise<NetworkAccess> {
  return (await ask("/api/here/open", { method: "POST" })).json();
}

export async function closeToNetwork(): Promise<NetworkAccess> {
  return (await ask("/api/here/close", { method: "POST" })).json();
}
