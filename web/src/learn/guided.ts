// Which tables of this device are somebody's first game.

import { keepText, keptText } from "../storage/kept";

const KEY = "guided";
const MOST = 20;

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
