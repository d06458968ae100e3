// The puzzles of a game, what has been solved on this device, and how many days in a row.

import { keepText, keptText } from "../storage/kept";
import type { Phrase } from "../net/types";
import { get } from "./api";
import { isDone } from "./progress.svelte";

export interface PuzzleTitle {
  id: string;
  kind: string;
  rating: Phrase;
}

export interface Puzzles {
  puzzles: PuzzleTitle[];
  /** The one that everybody gets today. */
  today: string | null;
}

export interface Streak {
  /** The day of the last one, as 2026-11-17. */
  day: string;
  days: number;
}

const KEY = "puzzle-streaks";
const DAY = 86_400_000;

function stored(): Record<string, Streak> {
  try {
    return (JSON.parse(keptText(KEY) ?? "{}") as Record<string, Streak> | null) ?? {};
  } catch {
    return {};
  }
}

const kept = $state({ streaks: stored() });

export function isPuzzle(lesson: string): boolean {
  return lesson.startsWith("puzzle-");
}

export function numberOf(puzzle: string): number {
  return Number(puzzle.slice(puzzle.indexOf("-") + 1));
}

export function fetchPuzzles(game: string): Promise<Puzzles> {
  return get(`/api/games/${game}/puzzles`);
}

export function dayOf(now: number): string {
  const date = new Date(now); // eslint-disable-line svelte/prefer-svelte-reactivity -- it never changes
  return date.toISOString().slice(0, 10);
}

/** How many days in a row today's puzzle was solved, as long as the row can still go on. */
export function streakOf(game: string, now = Date.now()): number {
  const streak = kept.streaks[game];
  return streak && (streak.day === dayOf(now) || streak.day === dayOf(now - DAY)) ? streak.days : 0;
}

/** Today's puzzle was solved. */
export function noteSolved(game: string, now = Date.now()): void {
  if (kept.streaks[game]?.day === dayOf(now)) return;
  kept.streaks = { ...kept.streaks, [game]: { day: dayOf(now), days: streakOf(game, now) + 1 } };
  keepText(KEY, JSON.stringify(kept.streaks));
}

/** The first puzzle after this one that is not solved yet. */
export function nextPuzzle(game: string, puzzles: PuzzleTitle[], puzzle: string): PuzzleTitle | undefined {
  return puzzles.find(({ id }) => numberOf(id) > numberOf(puzzle) && !isDone(game, id));
}
