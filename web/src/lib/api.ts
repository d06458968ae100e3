// What is not live: plain requests to the server.

import { browserKey } from "./key";
import type { GameInfo, Phrase } from "./types";

export class Refused extends Error {
  constructor(
    readonly why: Phrase,
    sentence: string,
  ) {
    super(sentence);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, { ...init, headers: { Authorization: `Bearer ${browserKey()}`, ...init.headers } });
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { why: Phrase; sentence: string } | null;
    throw new Refused(data?.why ?? { key: "server.failed", values: {} }, data?.sentence ?? answer.statusText);
  }
  return answer;
}

export async function fetchWords(lang: string): Promise<Record<string, string | { one: string; other: string }>> {
  return (await fetch(`/api/words/${lang}`)).json();
}

export async function fetchGames(): Promise<{ games: GameInfo[]; players: string[] }> {
  return (await fetch("/api/games")).json();
}

export async function fetchRules(game: string, lang: string): Promise<string> {
  return (await ask(`/api/games/${game}/rules?lang=${lang}`)).text();
}

export interface NewTable {
  game: string;
  options: Record<string, boolean | number | string | string[]>;
  chairs: string[];
  seats: "all" | "none" | number;
  name: string;
  names?: string[];
  nonce: string;
}

export async function createTable(wanted: NewTable): Promise<string> {
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
}

export async function ownTables(): Promise<OwnTable[]> {
  return ((await (await ask("/api/tables")).json()) as { tables: OwnTable[] }).tables;
}

export async function deleteTable(table: string): Promise<void> {
  await ask(`/api/tables/${table}`, { method: "DELETE" });
}
