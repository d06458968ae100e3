// Which tables of this device are somebody's first game.

import { keepText, keptText } from "../storage/kept";

const KEY = "guided";
const MOST = 20;
/** So long at most a first game waits to be seen, in milliseconds. */
const WAIT = 60_000;
/** What lets each game go on that waits. */
const waiting = new Map<string, () => void>();

function tables(): string[] {
  try {
    return (JSON.parse(keptText(KEY) ?? "[]") as string[] | null) ?? [];
  } catch {
    return [];
  }
}

export function beGuided(table: string): void {
  keepText(KEY, JSON.stringify([table, ...tables()].slice(0, MOST)));
}

export function isGuided(table: string): boolean {
  return tables().includes(table);
}

export function leaveAlone(table: string): void {
  keepText(KEY, JSON.stringify(tables().filter((other) => other !== table)));
}

/** Nobody misses the first turn of their first game: it is shown when the board is there, and what is said of it read. */
export function waitToBeSeen(table: string, playback: { hold(milliseconds: number): () => void }): void {
  if (isGuided(table)) waiting.set(table, playback.hold(WAIT));
}

/** What lets a game go on that waits to be seen; null if it does not. Whoever asks sees to it. */
export function takeWaiting(table: string): (() => void) | null {
  const go = waiting.get(table) ?? null;
  waiting.delete(table);
  return go;
}
