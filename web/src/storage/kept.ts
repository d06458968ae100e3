// Texts that this browser keeps under a name: preferences, and what was learned and played here. Where it may keep
// nothing (a private window, no space) the memory does, until the page is closed.

const memory = new Map<string, string>();

/** Reading the property itself fails where a browser forbids it. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function keptText(name: string): string | null {
  return memory.get(name) ?? storage()?.getItem(name) ?? null;
}

export function keepText(name: string, text: string): void {
  memory.delete(name);
  try {
    const kept = storage();
    if (kept === null) memory.set(name, text);
    else kept.setItem(name, text);
  } catch {
    memory.set(name, text); // no space
  }
}

export function forgetText(name: string): void {
  memory.delete(name);
  storage()?.removeItem(name);
}

export function keptNames(): string[] {
  return [...new Set([...Object.keys(storage() ?? {}), ...memory.keys()])];
}

/** What a name holds as JSON; `empty` where that is nothing, or damaged. */
export function keptData<T>(name: string, empty: T): T {
  try {
    return (JSON.parse(keptText(name) ?? "null") as T | null) ?? empty;
  } catch {
    return empty;
  }
}

export function keepData(name: string, data: unknown): void {
  keepText(name, JSON.stringify(data));
}
