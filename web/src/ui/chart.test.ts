import { describe, expect, it } from "vitest";
import { area, chancesAt, line, nearestAction, percent, place } from "./chart";

const frame = { left: 10, top: 5, width: 100, height: 50 };

describe("the course of a game", () => {
  it("runs from left to right, the better the higher", () => {
    expect(place(frame, 5, 0, 0)).toEqual([10, 55]);
    expect(place(frame, 5, 4, 1)).toEqual([110, 5]);
    expect(line(frame, [0.5, 1, 0])).toBe("M10 30L60 5L110 55");
    expect(area(frame, [0.5, 1, 0])).toBe("M10 30L60 5L110 55L110 55L10 55Z");
  });

  it("is nothing yet for a game without moves", () => {
    expect(place(frame, 1, 0, 0.5)).toEqual([10, 30]);
    expect(area(frame, [])).toBe("");
  });

  it("is pointed at anywhere", () => {
    expect(nearestAction(frame, 5, 60)).toBe(2);
    expect(nearestAction(frame, 5, -40)).toBe(0);
    expect(nearestAction(frame, 5, 400)).toBe(4);
  });

  it("tells the chances of both, or everybody's", () => {
    expect(chancesAt([[0.5, 0.75]], 1)).toEqual([0.75, 0.25]);
    expect(chancesAt([[0.2], [0.3], [0.5]], 9)).toEqual([0.2, 0.3, 0.5]);
  });
});

describe("a chance", () => {
  it("is told in whole percents, and certain only when it is", () => {
    expect([0.614, 0, 1, 0.9999, 0.0001].map(percent)).toEqual([61, 0, 100, 99, 1]);
  });
});
