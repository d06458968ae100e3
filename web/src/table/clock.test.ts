import { expect, test } from "vitest";
import { clockText, sinceText, timeLeft } from "./clock";

const clock = { left: [65_000, 30_000], seat: 1, since: 1_000_000, turn: 1 };

test("only the clock that runs loses time, and never more than is left", () => {
  expect(timeLeft(clock, 0, 1_020_000)).toBe(65_000);
  expect(timeLeft(clock, 1, 1_020_000)).toBe(10_000);
  expect(timeLeft(clock, 1, 1_090_000)).toBe(0);
  expect(timeLeft(clock, 1, 990_000)).toBe(30_000); // a browser whose own time is a little behind
});

test("a time is written as on a chess clock", () => {
  expect([0, 1, 59_001, 65_000, 3_720_000].map(clockText)).toEqual(["0:00", "0:01", "1:00", "1:05", "1:02:00"]);
});

test("another day is said", () => {
  const noon = new Date(2026, 4, 4, 12, 30).getTime();
  expect(sinceText(noon, noon + 3_600_000, "nl")).toBe("12:30");
  expect(sinceText(noon, noon + 86_400_000, "nl")).toMatch(/ma.*4 mei.*12:30/);
});
