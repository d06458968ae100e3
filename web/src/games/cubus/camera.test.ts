import { describe, expect, it } from "vitest";
import { fitting, following, offering, suits, toScreen, type Camera, type Size } from "./camera";
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
  const around: Lying[] = [
    { kind: "T", a: -1, b: -1 },
    { kind: "T", a: 2, b: 2 },
  ];

  /** Whether any part of a place lies under the buttons or the line at the foot. */
  function hidden(camera: Camera, { kind, a, b }: Lying): boolean {
    return corners(kind, a, b).some((point) => {
      const [x, y] = toScreen(camera, SIZE, point);
      return (x > SIZE[0] - BUTTONS[0] + 1e-6 && y < BUTTONS[1]) || y > SIZE[1] - FOOT + 1e-6;
    });
  }

  it("shows all of them, also above the pile", () => {
    const low: Camera = { ...seen, y: seen.y + 1 };
    expect(Math.min(...around.map((place) => inside(low, place)))).toBeLessThan(0);
    const next = offering(low, SIZE, around, FOOT, BUTTONS);
    for (const place of around) expect(inside(next, place)).toBeGreaterThan(-1e-6);
    for (const place of around) expect(hidden(next, place)).toBe(false);
  });

  it("leaves none under the buttons in the corner", () => {
    const wide: Lying[] = [...around, { kind: "T", a: 2, b: -4 }, { kind: "T", a: -3, b: 2 }];
    const next = offering(seen, SIZE, wide, FOOT, BUTTONS);
    for (const place of wide) expect(hidden(next, place)).toBe(false);
  });

  it("stays as it is where they are in sight", () => {
    const far: Camera = { ...seen, scale: seen.scale / 2 };
    expect(offering(far, SIZE, around, FOOT, BUTTONS)).toEqual(far);
  });
});

describe("a new picture", () => {
  it("is seen as the last one was where it fits with room to lay more", () => {
    expect(suits(seen, SIZE, BOX)).toBe(true);
    expect(suits(seen, SIZE, [...BOX, parked(0)])).toBe(false);
  });

  it("is not seen from far away when it has become small", () => {
    expect(suits({ ...seen, scale: seen.scale / 2 }, SIZE, BOX)).toBe(false);
  });
});
