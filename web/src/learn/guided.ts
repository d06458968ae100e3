// Which tables of this device are somebody's first game, and what has been explained there.

import { keepData, keptData } from "../storage/kept";

const KEY = "guided";
const MOST = 20;
/** The table, and the ids of what was explained at it. */
type Guided = [table: string, explained: string[]];
/** So long at most a first game waits to be seen, in milliseconds. */
const WAIT = 60_000;
/** What lets each game go on that waits. */
const waiting = new Map<string, () => void>();

const games = (): Guided[] => keptData<Guided[]>(KEY, []);

const without = (table: string): Guided[] => games().filter(([other]) => other !== table);

export function beGuided(table: string): void {
  keepData(KEY, [[table, []], ...games()].slice(0, MOST));
}

export function isGuided(table: string): boolean {
  return games().some(([other]) => other === table);
}

export function leaveAlone(table: string): void {
  keepData(KEY, without(table));
}

/** What has been explained at a table already: whoever opens it again is not told it twice. */
export function explainedAt(table: string): string[] {
  return games().find(([other]) => other === table)?.[1] ?? [];
}

export function keepExplained(table: string, id: string): void {
  if (isGuided(table)) keepData(KEY, [[table, [...explainedAt(table), id]], ...without(table)]);
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
