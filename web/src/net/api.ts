// Requests to the server over HTTP; everything live goes over the socket.

import { browserKey } from "./browserKey";
import { localRequest } from "./local/page";
import { localStatus } from "./local/status.svelte";
import { TableStore } from "./local/store";
import { fileAt, site } from "./site";
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

export async function ask(path: string, init: { method?: string; body?: string } = {}): Promise<Response> {
  const answer = site === null ? await askServer(path, init) : await askPage(path, init);
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { why: Phrase; sentence: string } | null;
    throw new ApiError(data?.why ?? { key: "server.failed", values: {} }, data?.sentence ?? answer.statusText);
  }
  return answer;
}

function askServer(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, { ...init, headers: { Authorization: `Bearer ${browserKey()}` } });
}

async function askPage(path: string, init: { method?: string; body?: string }): Promise<Response> {
  const url = new URL(path, location.origin);
  const lang = url.searchParams.get("lang") ?? "en";
  const { status, body } = await localRequest(init.method ?? "GET", url.pathname, init.body ?? "", lang);
  return new Response(status === 204 ? null : body, { status });
}

/** What is the same for everybody: asked of the server, or a file of these pages. */
function askKnown(path: string): Promise<Response> {
  return fetch(site === null ? `/${path}` : fileAt(`${path}.json`));
}

export async function fetchTexts(lang: string): Promise<Record<string, string | { one: string; other: string }>> {
  return (await askKnown(`api/words/${lang}`)).json();
}

export interface Offer {
  games: GameInfo[];
  players: string[];
  compile_status: CompileStatusData;
}

export async function fetchGames(): Promise<Offer> {
  return (await askKnown("api/games")).json();
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
  // the browser's database tells it at once, before Python is there
  if (site !== null && !localStatus().storage) return new TableStore().list();
  return ((await (await ask("/api/tables")).json()) as { tables: OwnTable[] }).tables;
}

/** Delete a table; false if others play there and have been asked whether they agree. */
export async function deleteTable(table: string): Promise<boolean> {
  return (await ask(`/api/tables/${table}`, { method: "DELETE" })).status === 204;
}

/** The record of a table's game, as text. */
export async function fetchRecord(table: string): Promise<string> {
  return (await ask(`/api/tables/${table}/record`)).text();
}

/** Of a page without a server: all its tables as one file, and back. */
export async function exportTables(): Promise<string> {
  return (await ask("/api/export")).text();
}

export async function importTables(file: string): Promise<number> {
  return ((await (await ask("/api/import", { method: "POST", body: file })).json()) as { tables: number }).tables;
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
