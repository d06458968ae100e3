import { beforeEach, expect, test, vi } from "vitest";

const NOW = Date.UTC(2026, 10, 17, 12);
const DAY = 86_400_000;

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
});

test("days in a row are counted, once a day, and begin anew after a gap", async () => {
  const { noteSolved, streakOf } = await import("./puzzles.svelte");
  noteSolved("one", NOW);
  noteSolved("one", NOW + 1000);
  expect(streakOf("one", NOW)).toBe(1);
  noteSolved("one", NOW + DAY);
  expect(streakOf("one", NOW + DAY)).toBe(2);
  expect(streakOf("one", NOW + 2 * DAY)).toBe(2);
  expect(streakOf("one", NOW + 3 * DAY)).toBe(0);
  noteSolved("one", NOW + 3 * DAY);
  expect(streakOf("one", NOW + 3 * DAY)).toBe(1);
  expect(streakOf("two", NOW)).toBe(0);
});

test("what is stored badly is forgotten", async () => {
  stored.set("puzzle-streaks", "{");
  const { streakOf } = await import("./puzzles.svelte");
  expect(streakOf("one", NOW)).toBe(0);
});
