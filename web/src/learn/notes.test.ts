import { describe, expect, it } from "vitest";
import { isDue, isOver, isUrgent, leftAfter } from "./notes";

const note = {
  id: "x",
  turn: "own" as const,
  phase: "",
  choice: "",
  mark: "",
  story: "",
  by: "" as const,
  before: [],
  text: { en: "", nl: "" },
};
const side = { key: "game.side.red", values: { seat: 1 } };
const taken = { key: "game.say.take", values: { n: 1, side } };
const moment = {
  turn: "own" as const,
  showing: false,
  phase: "move",
  moves: ["H00<>V01", "G6^G1", "a1-b2"],
  marks: ["prey"],
  story: [taken],
  seat: 0,
};

describe("a note of a first game", () => {
  it("is due when its phase, move and sentence are there", () => {
    expect(isDue({ ...note, phase: "move", choice: "*<>*", story: "game.say.take" }, moment)).toBe(true);
    expect(isDue({ ...note, choice: "*^*" }, moment)).toBe(true);
    expect(isDue({ ...note, mark: "prey" }, moment)).toBe(true);
    expect(isDue(note, moment)).toBe(true);
  });
  it("waits for each of them", () => {
    expect(isDue({ ...note, phase: "throw" }, moment)).toBe(false);
    expect(isDue({ ...note, choice: "*x*" }, moment)).toBe(false);
    expect(isDue({ ...note, choice: "a1" }, moment)).toBe(false);
    expect(isDue({ ...note, mark: "threatened" }, moment)).toBe(false);
    expect(isDue({ ...note, story: "game.say.fine" }, moment)).toBe(false);
  });
  it("is over when its phase is, or somebody else is to move", () => {
    expect(isOver({ ...note, phase: "move" }, moment)).toBe(false);
    expect(isOver({ ...note, phase: "knock" }, moment)).toBe(true);
    expect(isOver(note, { ...moment, turn: "other" })).toBe(true);
    expect(isOver(note, { ...moment, turn: "none" })).toBe(false);
    expect(isOver({ ...note, turn: "any" }, { ...moment, turn: "other" })).toBe(false);
    expect(isOver({ ...note, turn: "other" }, moment)).toBe(true);
    expect(isOver({ ...note, turn: "other" }, { ...moment, turn: "none" })).toBe(false);
  });
  it("gives way to what is to be decided now, if that is more important", () => {
    const [decision, report] = [note, { ...note, turn: "any" as const }];
    expect(isUrgent(decision, report, [decision, report])).toBe(true);
    expect(isUrgent(decision, report, [report, decision])).toBe(false);
    expect(isUrgent(report, decision, [report, decision])).toBe(false);
  });
  it("waits for a turn, or explains at once what was told", () => {
    const theirs = { ...moment, turn: "other" as const };
    expect(isDue(note, theirs)).toBe(false);
    expect(isDue({ ...note, turn: "other", mark: "prey" }, theirs)).toBe(true);
    expect(isDue({ ...note, turn: "other", mark: "prey" }, moment)).toBe(false);
    for (const turn of ["own", "other", "none"] as const)
      expect(isDue({ ...note, turn: "any", story: "game.say.take" }, { ...moment, turn })).toBe(true);
    expect(isDue({ ...note, turn: "any", story: "game.say.take" }, { ...moment, showing: true })).toBe(false);
  });
  it("is left out once what it announces has been explained", () => {
    const [announces, explains, other] = [
      { ...note, before: ["y"] },
      { ...note, id: "y" },
      { ...note, id: "z" },
    ];
    expect(leftAfter(explains.id, [announces, explains, other])).toEqual([other]);
    expect(leftAfter(announces.id, [announces, explains, other])).toEqual([explains, other]);
  });
  it("may ask whose doing it was", () => {
    expect(isDue({ ...note, story: "game.say.take", by: "other" }, moment)).toBe(true);
    expect(isDue({ ...note, story: "game.say.take", by: "own" }, moment)).toBe(false);
    expect(isDue({ ...note, story: "game.say.take", by: "own" }, { ...moment, seat: 1 })).toBe(true);
  });
});
