// Requests to the server over HTTP, or to Python in this page; everything live goes over the socket.

import { browserKey } from "./browserKey";
import { device, playsHere, setAway } from "./device.svelte";
import { localRequest } from "./local/page";
import { localStatus } from "./local/status.svelte";
import { TableStore } from "./local/store";
import { deviceTables, fileAt, isLocal, noteDeviceTable, site } from "./site";
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

interface Init {
  method?: string;
  body?: string;
}

const GONE = [502, 503, 504]; // what a proxy says of a server that is away

export async function ask(path: string, init: Init = {}): Promise<Response> {
  return checked(await (isAnsweredHere(path) ? askPage(path, init) : askServer(path, init)));
}

/** Whether this page answers a request itself: always without a server, else what is on this device. */
function isAnsweredHere(path: string): boolean {
  const table = /^\/api\/tables\/(\w+)/.exec(path)?.[1];
  return table === undefined ? site !== null || playsHere() : isLocal(table);
}

async function checked(answer: Response): Promise<Response> {
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { why: Phrase; sentence: string } | null;
    throw new ApiError(data?.why ?? { key: "server.failed", values: {} }, data?.sentence ?? answer.statusText);
  }
  return answer;
}

async function askServer(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    const answer = await fetch(path, { ...init, headers: { Authorization: `Bearer ${browserKey()}` } });
    setAway(GONE.includes(answer.status));
    return answer;
  } catch (error) {
    setAway(true);
    throw error;
  }
}

async function askPage(path: string, init: Init): Promise<Response> {
  const known = site === null ? null : knownFile(path);
  if (known !== null) return fetch(fileAt(known));
  const { status, body } = await localRequest(init.method ?? "GET", path, init.body ?? "");
  return new Response(status === 204 ? null : body, { status });
}

/** What is told of a game and never changes lies beside the page, and is there before Python is. */
function knownFile(path: string): string | null {
  const { pathname, searchParams } = new URL(path, location.origin);
  const [, game, about] =
    /^\/api\/games\/(\w+)\/(rules|pictures|guide|lessons(?:\/(?!puzzle-)[\w-]+)?)$/.exec(pathname) ?? [];
  if (game === undefined || about === undefined) return null;
  const lang = about === "rules" ? `.${searchParams.get("lang") ?? "en"}` : "";
  return `api/games/${game}/${about}${lang}.json`;
}

/** What is the same for everybody: asked of the server, or a file of these pages. */
function askKnown(path: string): Promise<Response> {
  return fetch(site === null ? `/${path}` : fileAt(`${path}.json`));
}

export async function fetchTexts(lang: string): Promise<Record<string, string | { one: string; other: string }>> {
  return (await askKnown(`api/phrases/${lang}`)).json();
}

export interface Offer {
  games: GameInfo[];
  bots: string[];
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
  const onDevice = playsHere();
  const answer = await ask("/api/tables", { method: "POST", body: JSON.stringify(wanted) });
  const { table } = (await answer.json()) as { table: string };
  if (onDevice) noteDeviceTable(table);
  return table;
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
  /** The table is no longer there; this is what the device has kept of it. */
  gone?: true;
}

export async function ownTables(): Promise<OwnTable[]> {
  if (site === null) return [...(await tablesOnDevice()), ...(await tablesOfServer())];
  // the browser's database tells it at once, before Python is there
  if (!localStatus().storage) return new TableStore().list();
  return listed(await ask("/api/tables"));
}

async function listed(answer: Response): Promise<OwnTable[]> {
  return ((await answer.json()) as { tables: OwnTable[] }).tables;
}

async function tablesOnDevice(): Promise<OwnTable[]> {
  const known = deviceTables();
  return known.length === 0 ? [] : (await new TableStore().list()).filter(({ table }) => known.includes(table));
}

/** None while it is away. */
async function tablesOfServer(): Promise<OwnTable[]> {
  try {
    const answer = await askServer("/api/tables");
    return device().away ? [] : await listed(await checked(answer));
  } catch (error) {
    if (device().away) return [];
    throw error;
  }
}

/** What this page itself offers while the server is away: fewer strengths. */
export async function offerHere(): Promise<Offer> {
  return (await askPage("/api/games", {})).json();
}

/** Delete a table; false if others play there and have been asked whether they agree. */
export async function deleteTable(table: string): Promise<boolean> {
  return (await ask(`/api/tables/${table}`, { method: "DELETE" })).status === 204;
}

/** The record of a table's game, as text. */
export async function fetchRecord(table: string): Promise<string> {
  return (await ask(`/api/tables/${table}/record`)).text();
}

/** The sheets of a game as a file to print, from a page without a server. */
export async function fetchPaper(address: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(await (await ask(address)).text()), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: "application/pdf" });
}

/** Of a page without a server: all its tables as one file, and back; a record of one game is taken in too. */
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
  return (await ask("/api/lan")).json();
}

export async function openToNetwork(): Promise<NetworkAccess> {
  return (await ask("/api/lan/open", { method: "POST" })).json();
}

export async function closeToNetwork(): Promise<NetworkAccess> {
  return (await ask("/api/lan/close", { method: "POST" })).json();
}
