import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Words, WORDS } from "./words.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a word is shown at its seat for some seconds, a later one in its place", () => {
  const words = new Words();
  words.said(0, "hello");
  vi.advanceTimersByTime(5000);
  words.said(1, "thanks");
  words.said(0, "oops");
  expect(words.shown).toEqual({ 0: "oops", 1: "thanks" });
  expect(words.last).toEqual({ seat: 0, word: "oops" });
  vi.advanceTimersByTime(5000);
  expect(words.shown).toEqual({ 0: "oops", 1: "thanks" });
  vi.advanceTimersByTime(3500);
  expect(words.shown).toEqual({});
  expect(words.last).toBeNull();
});

test("every word is offered once", () => {
  expect(new Set(WORDS.map(([word]) => word)).size).toBe(WORDS.length);
});
