import { describe, expect, it } from "vitest";
import type { Point } from "./contract";
import { ARROWS, distance, nearest, neighbour } from "./hit";

const POINTS: Point[] = [
  [0, 0],
  [2, 0],
  [0, 3],
];

describe("what a point means", () => {
  it("is the nearest item, with its lead over the next", () => {
    const hit = nearest(POINTS, (item) => distance([0.5, 0], item));
    expect(hit).toEqual({ item: [0, 0], lead: 1 });
  });

  it("is nothing out of reach", () => {
    expect(nearest(POINTS, (item) => distance([0.5, 0], item), 0.4)).toBeNull();
    expect(nearest([], () => 0)).toBeNull();
  });

  it("has an endless lead where nothing else could be meant", () => {
    expect(nearest(POINTS.slice(0, 1), (item) => distance([0.5, 0], item))?.lead).toBe(Infinity);
    expect(nearest(POINTS, ([x]) => (x === 2 ? 1 : Infinity))).toEqual({ item: [2, 0], lead: Infinity });
  });
});

describe("a tap between two squares", () => {
  const away =
    (point: Point) =>
    (item: Point): number =>
      distance(point, item);

  it("is the less clear the nearer it is to both", () => {
    expect(nearest(POINTS, away([1, 0]), 1)?.lead).toBeCloseTo(0);
    expect(nearest(POINTS, away([2, 0]), 1)?.lead).toBeCloseTo(2);
  });
});

describe("an arrow key", () => {
  it("leads to the nearest item in its direction", () => {
    const spot = (item: Point): Point => item;
    expect(neighbour([0, 0], ARROWS["ArrowRight"] as Point, POINTS, spot)).toEqual([2, 0]);
    expect(neighbour([0, 0], ARROWS["ArrowDown"] as Point, POINTS, spot)).toEqual([0, 3]);
    expect(neighbour([0, 0], ARROWS["ArrowUp"] as Point, POINTS, spot)).toBeUndefined();
  });
});
