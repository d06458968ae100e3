import { describe, expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import { fitting, holds, panned, toScreen, toTable, zoomed } from "./camera";
import { centre, corners, covered, KINDS, lies, nearestPoint, seenAt, snap, stepped } from "./lattice";

describe("the lattice", () => {
  it("goes to the lower right with a and to the lower left with b", () => {
    expect(seenAt(1, 0)).toEqual([Math.sqrt(3) / 2, 0.5]);
    expect(seenAt(0, 1)).toEqual([-Math.sqrt(3) / 2, 0.5]);
  });

  it("finds every point again, also from beside it", () => {
    for (let a = -4; a <= 4; a++) {
      for (let b = -4; b <= 4; b++) {
        const [x, y] = seenAt(a, b);
        for (const [dx, dy] of [
          [0, 0],
          [0.4, 0.1],
          [-0.3, 0.3],
          [0, -0.45],
          [-0.45, 0],
        ] as Point[])
          // prettier-ignore
          expect(nearestPoint(x + dx, y + dy)).toEqual([a, b]);
      }
    }
  });

  it("has tiles with edges of 1 that hold their middle", () => {
    for (const kind of KINDS) {
      const shape = corners(kind, 2, -1);
      shape.forEach(([x, y], index) => {
        const [u, v] = shape[(index + 1) % 4] as Point;
        expect(Math.hypot(u - x, v - y)).toBeCloseTo(1);
      });
      expect(lies(kind, 2, -1, centre(kind, 2, -1))).toBe(true);
      expect(lies(kind, 2, -1, seenAt(9, 9))).toBe(false);
      expect(snap(kind, ...centre(kind, 2, -1))).toEqual([2, -1]);
    }
  });

  it("fills a box's hexagon with its three tiles, without overlap", () => {
    const all = (["L", "R", "T"] as const).flatMap((kind) => covered(kind, 0, 0));
    expect(new Set(all).size).toBe(6);
    expect(covered("O", 0, 0)).toEqual(covered("T", 0, 0));
  });

  it("is walked by arrow keys in all directions, and back", () => {
    for (const [way, back] of [
      ["ArrowLeft", "ArrowRight"],
      ["ArrowUp", "ArrowDown"],
    ] as const) {
      // prettier-ignore
      for (const [a, b] of [[0, 0], [1, 0], [-3, 2]] as Point[]) { // prettier-ignore
        const there = stepped(way, a, b) as Point;
        expect(stepped(back, ...there)).toEqual([a, b]);
      }
    }
    const [a, b] = stepped("ArrowRight", ...(stepped("ArrowRight", 0, 0) as Point)) as Point;
    expect(seenAt(a, b)[1]).toBe(0);
    expect(stepped("Enter", 0, 0)).toBeNull();
  });
});

describe("the camera", () => {
  const size = [400, 300] as const;
  const tiles = [{ kind: "T", a: 0, b: 0 }, { kind: "L", a: 3, b: 3 }] as const; // prettier-ignore

  it("has everything in sight", () => {
    const camera = fitting(tiles, size);
    for (const { kind, a, b } of tiles) {
      for (const corner of corners(kind, a, b)) {
        const [x, y] = toScreen(camera, size, corner);
        expect(x > 0 && x < 400 && y > 0 && y < 300).toBe(true);
      }
    }
    expect(fitting([], size).scale).toBeGreaterThan(0);
  });

  it("still has a tile more in sight, but not one far away", () => {
    const camera = fitting(tiles, size);
    expect(holds(camera, size, [...tiles, { kind: "T", a: -1, b: 0 }, { kind: "T", a: 0, b: -1 }])).toBe(true);
    expect(holds(camera, size, [...tiles, { kind: "T", a: -9, b: 0 }])).toBe(false);
  });

  it("goes there and back", () => {
    const camera = { x: 2, y: -1, scale: 40 };
    const [x, y] = toTable(camera, size, toScreen(camera, size, [0.3, 0.7]));
    expect([x, y]).toEqual([expect.closeTo(0.3), expect.closeTo(0.7)]);
  });

  it("keeps the point under the fingers, and knows its bounds", () => {
    const camera = { x: 2, y: -1, scale: 40 };
    const near = zoomed(camera, size, 2, [50, 60]);
    expect(near.scale).toBe(80);
    toTable(near, size, [50, 60]).forEach((value, index) =>
      expect(value).toBeCloseTo(toTable(camera, size, [50, 60])[index] ?? 0),
    );
    expect(zoomed(camera, size, 1000, [0, 0]).scale).toBeLessThan(1000);
    expect(panned(camera, 40, 80)).toEqual({ x: 1, y: -3, scale: 40 });
  });
});
