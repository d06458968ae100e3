// Which tables of this device are somebody's first game.

const KEY = "guided";
const MOST = 20;

function tables(): string[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[] | null) ?? [];
  } catch {
    return [];
  }
}

export function beGuided(table: string): void {
  localStorage.setItem(KEY, JSON.stringify([table, ...tables()].slice(0, MOST)));
}

export function isGuided(table: string): boolean {
  return tables().includes(table);
}

export function leaveAlone(table: string): void {
  localStorage.setItem(KEY, JSON.stringify(tables().filter((other) => other !== table)));
}
