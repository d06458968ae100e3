import { describe, expect, it } from "vitest";
import { scrolled, shares } from "./lessonFit";

describe("a lesson on a small screen", () => {
  const [reading, quiz] = [
    { tried: false, watched: false },
    { tried: false, watched: true },
  ];
  const [wrong, done] = [
    { tried: true, watched: false },
    { tried: true, watched: true },
  ];

  it("shows all of a task where there is room for it", () => {
    expect(shares(600, 150, 400, wrong)).toMatchObject({ task: 150, board: 1 });
  });

  it("takes the room from the task before it takes any from the board", () => {
    expect(shares(520, 150, 400, done)).toMatchObject({ task: 120, board: 1 });
  });

  it("leaves two lines of the task, and the board as it is while something is to be done on it", () => {
    expect(shares(420, 150, 400, wrong)).toMatchObject({ task: 50, board: 1 });
  });

  it("lets a new task be read whole", () => {
    expect(shares(420, 150, 400, reading)).toMatchObject({ task: 150, board: 1 });
    expect(shares(510, 150, 400, quiz)).toMatchObject({ task: 150, board: 0.9 });
  });

  it("makes a board smaller that is only looked at, but not too small", () => {
    expect(shares(410, 150, 400, done)).toMatchObject({ task: 50, board: 0.9 });
    expect(shares(200, 150, 400, done).board).toBe(0.7);
  });

  it("scrolls until the board ends above the foot", () => {
    expect(scrolled(100, 800, 700, true)).toBe(100);
    expect(scrolled(60, 800, 700, true)).toBe(100);
  });

  it("shows a new task from its beginning, whatever of the board that hides", () => {
    expect(scrolled(60, 800, 700, false)).toBe(60);
  });

  it("scrolls back to a task that has gone above the screen, as far as the board allows", () => {
    expect(scrolled(-80, 600, 700, true)).toBe(-80);
    expect(scrolled(-180, 600, 700, true)).toBe(-100);
    expect(scrolled(20, 600, 700, true)).toBe(0);
  });
});
