// Which lessons have been done on this device.

import { keepText, keptText } from "../storage/kept";

const KEY = "learned";

function stored(): Record<string, string[]> {
  try {
    return (JSON.parse(keptText(KEY) ?? "{}") as Record<string, string[]> | null) ?? {};
  } catch {
    return {};
  }
}

const kept = $state({ done: stored() });

export function isDone(game: string, lesson: string): boolean {
  return kept.done[game]?.includes(lesson) ?? false;
}

export function countDone(game: string): number {
  return kept.done[game]?.filter((id) => !id.startsWith("puzzle-")).length ?? 0;
}

export function markDone(game: string, lesson: string): void {
  if (isDone(game, lesson)) return;
  kept.done = { ...kept.done, [game]: [...(kept.done[game] ?? []), lesson] };
  keepText(KEY, JSON.stringify(kept.done));
}

export function forgetDone(game: string): void {
  kept.done = { ...kept.done, [game]: (kept.done[game] ?? []).filter((id) => id.startsWith("puzzle-")) };
  keepText(KEY, JSON.stringify(kept.done));
}
