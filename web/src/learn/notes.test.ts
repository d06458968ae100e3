import { describe, expect, it } from "vitest";
import { isDue } from "./notes";

const note = { id: "x", phase: "", choice: "", story: "", text: { en: "", nl: "" } };
const moment = { phase: "move", moves: ["H00<>V01", "G6^G1", "a1-b2"], story: ["game.say.take"] };

describe("a note of a first game", () => {
  it("is due when its phase, move and sentence are there", () => {
    expect(isDue({ ...note, phase: "move", choice: "*<>*", story: "game.say.take" }, moment)).toBe(true);
    expect(isDue({ ...note, choice: "*^*" }, moment)).toBe(true);
    expect(isDue(note, moment)).toBe(true);
  });
  it("waits for each of them", () => {
    expect(isDue({ ...note, phase: "throw" }, moment)).toBe(false);
    expect(isDue({ ...note, choice: "*x*" }, moment)).toBe(false);
    expect(isDue({ ...note, choice: "a1" }, moment)).toBe(false);
    expect(isDue({ ...note, story: "game.say.fine" }, moment)).toBe(false);
  });
});
