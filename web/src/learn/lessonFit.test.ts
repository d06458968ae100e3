import { describe, expect, it } from "vitest";
import { opening, scrolled, solved, fullLines } from "./lessonFit";

describe("a lesson on a small screen", () => {
  it("cuts a task at the end of a line, and leaves two lines of it", () => {
    expect(fullLines(75, 20, 160)).toBe(60);
    expect(fullLines(10, 20, 160)).toBe(40);
    expect(fullLines(10, 20, 20)).toBe(20);
    expect(fullLines(10, 20, 160, 1)).toBe(20);
    expect(fullLines(170, 20, 160)).toBe(160);
  });

  describe("begins a step", () => {
    const above = { bar: 56, head: 48 };

    it("at the top of the page where all of it is in sight", () => {
      expect(opening(740, above, 170, 450, 0.8)).toEqual({ scroll: 0, board: 1 });
    });

    it("at its title, never in the middle of one", () => {
      expect(opening(740, above, 200, 450, 0.8)).toEqual({ scroll: 56, board: 1 });
    });

    it("with a board that is a bit smaller before the title goes", () => {
      expect(opening(740, above, 287, 450, 0.8)).toEqual({ scroll: 56, board: 0.9 });
    });

    it("at its title even where all that is too much", () => {
      expect(opening(740, above, 500, 450, 0.8)).toEqual({ scroll: 56, board: 0.8 });
    });
  });

  it("scrolls until the board ends above what is said of a try", () => {
    expect(scrolled(60, 800, 700)).toBe(100);
  });

  it("scrolls back to a task that has gone above the screen, as far as the board allows", () => {
    expect(scrolled(-80, 600, 700)).toBe(-80);
    expect(scrolled(-180, 600, 700)).toBe(-100);
    expect(scrolled(20, 600, 700)).toBe(0);
  });

  describe("that is solved", () => {
    const before = { board: 220, text: 150 };

    it("leaves the board where it is", () => {
      expect(solved(before, 680, 6, 450, 190)).toEqual({ board: 220, text: 210, lacking: 0 });
    });

    it("brings it up only as far as the buttons need", () => {
      expect(solved(before, 640, 6, 450, 150)).toEqual({ board: 184, text: 174, lacking: 0 });
    });

    it("leaves it there also where it has become lower, and all of the task would fit", () => {
      expect(solved(before, 680, 6, 300, 190)).toEqual({ board: 220, text: 210, lacking: 0 });
    });

    it("tells how much is lacking where what has to be read leaves too little room", () => {
      expect(solved(before, 640, 6, 450, 250)).toEqual({ board: 260, text: 250, lacking: 76 });
    });
  });
});
