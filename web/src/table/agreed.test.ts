import { expect, it } from "vitest";
import { addTexts } from "../i18n/i18n.svelte";
import type { Created } from "../net/types";
import { agreements } from "./agreed";

addTexts({ en: { "one.answer": "Time to knock" }, nl: {} });

const created = { game: "one", hints: false, clock: null, answer_seconds: 15 };

it("tells hints, clock and the time for an answer", () => {
  expect(agreements(created as unknown as Created)).toEqual(["no hints", "no clock", "time to knock: 15 seconds"]);
  const clock = { seconds: 300, increment: 5, bot: "" };
  expect(
    agreements({ ...created, game: "other", answer_seconds: null, hints: true, clock } as unknown as Created),
  ).toEqual([
    "hints allowed, and everybody sees who asks for one",
    "5 minutes each, 5 seconds extra a turn",
    "each player’s first move is not timed",
    "when a player’s time is up, they lose",
  ]);
});

it("tells no time for an answer where nobody may answer out of turn", () => {
  const silent = { ...created, answer_seconds: null };
  expect(agreements(silent as unknown as Created)).toEqual(["no hints", "no clock"]);
});
