import { describe, expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import type { KrabcekBoard } from "./extra";
import { distance, frame, images, maze, meantAt, nearby, areaAt, progress, way, type Rect } from "./geometry";

const name = { key: "", values: {} };
const rect = (left: number, top: number, right: number, bottom: number): Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

// an Alley that leads over the upper edge to a crossing of which the larger part lies at the top, and on from there
const board: KrabcekBoard = {
  key: "small",
  size: [400, 400],
  cells: [
    { id: "below", kind: "alley", name, shape: rect(146, 346, 154, 392) },
    { id: "edge", kind: "crossing", name, shape: rect(138, 0, 162, 16), also: [rect(138, 392, 162, 400)] },
    { id: "above", kind: "alley", name, shape: rect(112, 2, 138, 10) },
    { id: "hand:0:S", kind: "hand", name, shape: [] },
  ],
  extra: {
    tile: 100,
    tiles: [],
    left: {},
    vertices: {},
    kinds: {},
    spots: { below: [150, 369], edge: [150, 8], above: [125, 6] },
    links: [
      { cells: ["below", "edge"], at: [150, 392] },
      { cells: ["edge", "above"], at: [138, 6] },
    ],
  },
};
const ground = maze(board);
const nowhere = () => null;

describe("a box across the edge", () => {
  it("is one rectangle around its first part", () => {
    expect(ground.boxes.get("edge")).toMatchObject({
      shape: rect(138, -8, 162, 16),
      spot: [150, 4],
      far: [[150, 404]],
    });
  });

  it("is seen on both sides", () => {
    const window: Rect = [-28, -28, 428, 428];
    expect(images([138, -8, 162, 16], window, 400)).toEqual([
      [0, 0],
      [0, 400],
    ]);
    expect(images([146, 300, 154, 340], window, 400)).toEqual([[0, 0]]);
  });
});

it("marks a gate around what is drawn on it, and any other box along its outline", () => {
  const box = { id: "G4", shape: rect(188, 288, 212, 312), spot: [200, 300] as Point, far: [] };
  expect(frame({ ...box, kind: "gate" })).toEqual(rect(184, 284, 216, 316)); // the studs reach to 14
  expect(frame({ ...box, kind: "crossing" })).toEqual(box.shape);
});

describe("a way", () => {
  it("goes on over the edge, and knows how far it has left the board", () => {
    const { points, shift, leap } = way(["below", "edge", "above"], ground, nowhere);
    expect(points[0]).toEqual([150, 369]);
    expect(points.at(-1)).toEqual([125, 406]);
    expect(points.every(([x], index) => index === 0 || x <= 150)).toBe(true);
    expect(shift).toEqual([0, -400]);
    expect(leap).toBe(false);
  });

  it("goes round corners, not across them, and never to and fro", () => {
    expect(way(["below", "edge", "above"], ground, nowhere).points).toEqual([
      [150, 369],
      [150, 406],
      [125, 406],
    ]);
  });

  it("begins in a hand without being a leap", () => {
    const { points, leap } = way(["hand:0:S", "above", "edge"], ground, () => [200, 480]);
    expect(points.slice(0, 2)).toEqual([
      [200, 480],
      [125, 6],
    ]);
    expect(leap).toBe(false);
  });

  it("has a step for every box that is walked onto, the first box of an entry among them", () => {
    expect(way(["below", "edge", "above"], ground, nowhere).steps).toHaveLength(2);
    expect(way(["below", "edge", "above"], ground, nowhere).steps.at(-1)).toEqual([125, 406]);
    expect(way(["hand:0:S", "above", "edge"], ground, () => [200, 480]).steps[0]).toEqual([125, 6]);
  });

  it("counts a gate beside its number, away from the other steps", () => {
    const gates = new Map(
      [...ground.boxes].map(([id, box]) => [id, { ...box, kind: id === "edge" ? "gate" : box.kind }]),
    );
    const [gate, last] = way(["below", "edge", "above"], { ...ground, boxes: gates }, nowhere).steps as [Point, Point];
    const [plain] = way(["below", "edge", "above"], ground, nowhere).steps as [Point];
    expect(Math.abs(gate[0] - plain[0])).toBe(13);
    expect(gate[0] - plain[0] > 0).toBe(last[0] - plain[0] <= 0);
  });

  it("is a leap between boxes that do not touch", () => {
    expect(way(["below", "above"], ground, nowhere)).toMatchObject({ leap: true, shift: [0, 0] });
  });
});

describe("a touch", () => {
  it("finds the areaAt place within reach", () => {
    const spots = [
      { id: "left", shapes: [rect(0, 0, 10, 10)], aims: [[5, 5] as Point] },
      { id: "right", shapes: [rect(30, 0, 40, 10)], aims: [[35, 5] as Point] },
    ];
    expect(areaAt([12, 5], spots, 8)).toBe("left");
    expect(areaAt([27, 5], spots, 8)).toBe("right");
    expect(areaAt([20, 5], spots, 8)).toBeNull();
    expect(areaAt([5, 5], [], 8)).toBeNull();
  });

  it("among those that hold it, the best aimed at", () => {
    const spots = [
      { id: "behind", shapes: [rect(0, 0, 10, 30)], aims: [[5, 28] as Point] },
      { id: "before", shapes: [rect(0, 10, 10, 40)], aims: [[5, 15] as Point] },
    ];
    expect(areaAt([5, 14], spots, 8)).toBe("before");
  });
});

describe("a touch that may make a move", () => {
  const area = (id: string, ...sides: [number, number, number, number]) => ({
    id,
    shapes: [rect(...sides)],
    aims: [[(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2] as Point],
  });
  // two Alleys, and a crossing at the end of the first
  const [marked, other, end] = [
    area("marked", 8, 46, 92, 54),
    area("other", 8, 2, 92, 10),
    area("end", 92, 38, 108, 62),
  ];
  const all = [marked, other, end];
  const grip = { reach: 30, lead: 8 };

  it("means the box it falls on, also one that cannot be picked", () => {
    expect(meantAt([50, 50], [marked], all, grip)).toEqual({ id: "marked", clear: true });
    expect(meantAt([94, 50], [marked], all, grip)).toEqual({ id: "end", clear: true });
  });

  it("means a thin one beside it where nothing else is near", () => {
    expect(meantAt([50, 40], [marked], all, grip)).toEqual({ id: "marked", clear: true });
    expect(meantAt([50, 80], [marked], all, grip)).toEqual({ id: "marked", clear: true });
  });

  it("is not clear between two, though only one of them could be picked", () => {
    expect(meantAt([50, 29], [marked], all, grip)?.clear).toBe(false);
    expect(meantAt([90, 64], [marked], all, grip)?.clear).toBe(false);
  });

  it("means the one that can be picked where a broad finger is a little nearer to it", () => {
    expect(meantAt([50, 33], [marked], all, { ...grip, lead: 33 })?.clear).toBe(false);
    expect(meantAt([50, 34], [marked], all, { ...grip, lead: 24 })).toEqual({ id: "marked", clear: true });
    expect(meantAt([50, 34], [marked, other], all, { ...grip, lead: 24 })?.clear).toBe(false);
  });

  it("means the nearest, though another could be picked", () => {
    expect(meantAt([50, 18], [marked], all, grip)).toEqual({ id: "other", clear: true });
  });

  it("means nothing out of reach of what can be picked", () => {
    expect(meantAt([50, 90], [marked], all, grip)).toBeNull();
    expect(meantAt([50, 14], [marked], all, grip)).toBeNull();
  });
});

it("measures", () => {
  expect(distance([5, 5], rect(0, 0, 10, 10))).toBe(0);
  expect(distance([13, 14], rect(0, 0, 10, 10))).toBe(5);
  expect(nearby([390, 10], [5, 5], 400)).toEqual([-10, 10]);
  expect(progress([[0, 0], [3, 0], [3, 1]])).toEqual([0, 0.75, 1]); // prettier-ignore
});
