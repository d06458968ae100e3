import { describe, expect, it } from "vitest";
import { beyond, fitting, following, offering, RESIZED, suits, toScreen, type Camera, type Size } from "./camera";
import { corners, type Kind } from "./lattice";

interface Lying {
  kind: Kind;
  a: number;
  b: number;
}
const SIZE: Size = [390, 300];
const BOX: Lying[] = [
  { kind: "T", a: 0, b: 0 },
  { kind: "L", a: 0, b: 0 },
  { kind: "R", a: 0, b: 0 },
];
const seen = fitting(BOX, SIZE);

/** How far the corners of a tile are from the edge of the window; negative outside. */
function inside(camera: Camera, { kind, a, b }: Lying): number {
  const points = corners(kind, a, b).map((point) => toScreen(camera, SIZE, point));
  return Math.min(...points.map(([x, y]) => Math.min(x, y, SIZE[0] - x, SIZE[1] - y)));
}

/** A lid as far to one side as it can be in the window, or the next place beyond it. */
function parked(beyond: number): Lying {
  let a = 0;
  while (inside(seen, { kind: "T", a: a + 1, b: -(a + 1) }) >= 0) a++;
  return { kind: "T", a: a + beyond, b: -(a + beyond) };
}

describe("the view while tiles are laid", () => {
  it("stays as long as all of them are in sight, also close to the edge", () => {
    expect(following(seen, SIZE, [...BOX, parked(0)])).toBe(seen);
  });

  it("stays where the greater part of a tile is in sight, of a high one as of a low one", () => {
    const size: Size = [541, 401];
    const camera: Camera = { x: 0, y: 0.22, scale: 82.7 };
    const side: Lying = { kind: "L", a: 2, b: 2 };
    const [, low] = toScreen(camera, size, [0, Math.max(...corners("L", 2, 2).map(([, y]) => y))]);
    expect(low - size[1]).toBeGreaterThan(0.3 * camera.scale);
    expect(following(camera, size, [...BOX, side])).toBe(camera);
  });

  it("moves no more than it must, and comes no nearer or further if it need not", () => {
    const lid = parked(1);
    const next = following(seen, SIZE, [...BOX, lid]);
    expect(inside(next, lid)).toBeCloseTo(0);
    expect(next.scale).toBe(seen.scale);
    expect(next.y).toBe(seen.y);
  });

  it("goes further away only where not everything fits otherwise", () => {
    const far = parked(12);
    const next = following(seen, SIZE, [...BOX, far]);
    expect(next.scale).toBeLessThan(seen.scale);
    for (const tile of [...BOX, far]) expect(inside(next, tile)).toBeGreaterThan(-1e-6);
  });
});

describe("the view while a picked tile can go to several places", () => {
  const FOOT = 36;
  const BUTTONS: Size = [54, 146];
  const above: Lying = { kind: "T", a: -1, b: -1 };
  const below: Lying = { kind: "T", a: 2, b: 2 };

  it("stays as it is where some are out of sight, and tells on which side", () => {
    const low: Camera = { ...seen, y: seen.y + 1.2 };
    expect(inside(low, above)).toBeLessThan(0);
    expect(offering(low, SIZE, [above, below], FOOT, BUTTONS)).toBe(low);
    expect([...beyond(low, SIZE, [above, below], BUTTONS)]).toEqual(["top"]);
    expect(beyond(seen, SIZE, [above, below], BUTTONS).size).toBe(0);
  });

  it("counts a place under the buttons in the corner as out of sight", () => {
    const [x, y] = [SIZE[0] - BUTTONS[0] / 2, BUTTONS[1] / 2];
    const camera: Camera = {
      x: -(x - SIZE[0] / 2) / seen.scale,
      y: -(y - SIZE[1] / 2) / seen.scale - 0.5,
      scale: seen.scale,
    };
    expect(inside(camera, { kind: "T", a: 0, b: 0 })).toBeGreaterThan(-seen.scale);
    expect([...beyond(camera, SIZE, [{ kind: "T", a: 0, b: 0 }], BUTTONS)]).toEqual(["right"]);
  });

  it("moves where none is in sight, to the nearest, and comes neither nearer nor further", () => {
    const far: Camera = { ...seen, y: seen.y + 9 };
    const next = offering(far, SIZE, [above, below], FOOT, BUTTONS);
    expect(next.scale).toBe(far.scale);
    expect(inside(next, below)).toBeGreaterThan(-1e-6);
    expect(inside(next, above)).toBeLessThan(0);
  });
});

describe("a new picture", () => {
  it("is seen as the last one was where it fits with room to lay more", () => {
    expect(suits(seen, SIZE, BOX)).toBe(true);
    expect(suits(seen, SIZE, [...BOX, parked(0)])).toBe(false);
  });

  it("takes the room of a window that has grown", () => {
    const grown: Size = [SIZE[0], 1.2 * SIZE[1]];
    expect(suits(seen, grown, BOX)).toBe(true);
    expect(suits(seen, grown, BOX, 0, RESIZED)).toBe(false);
    expect(suits(seen, SIZE, BOX, 0, RESIZED)).toBe(true);
  });

  it("is not seen from far away when it has become small", () => {
    expect(suits({ ...seen, scale: seen.scale / 2 }, SIZE, BOX)).toBe(false);
  });
});
