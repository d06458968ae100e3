import { describe, expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import {
  aligned,
  begin,
  counted,
  movedTiles,
  flippable,
  follow,
  freePlace,
  helpKey,
  layUnder,
  leftInHand,
  lift,
  place,
  placeAbove,
  placesBeside,
  settled,
  tilesUnder,
  turn,
  undone,
  type Draft,
  type FlipData,
  type Laid,
} from "./draft";
import { centre, covered, type Kind, type Spot } from "./lattice";

const FLIP: FlipData = {
  out: [["L", 0, 0], ["R", 0, 0], ["T", 0, 0]], // prettier-ignore
  in: [["L", 0, -1], ["R", -1, 0], ["T", 1, 1]], // prettier-ignore
};

function laid(...spots: Spot[]): Laid[] {
  return spots.map(([kind, a, b], index) => ({ id: 1000 + index, kind, a, b }));
}

function draft(...spots: Spot[]): Draft {
  return { tiles: laid(...spots), slots: [] };
}

function spots(tiles: readonly Laid[]): string[] {
  return tiles.map((tile) => `${tile.kind} ${tile.a},${tile.b}`).sort();
}

const BOX: Spot[] = [["L", 0, 0], ["R", 0, 0], ["T", 0, 0]]; // prettier-ignore

describe("laying a tile", () => {
  it("moves it, on top of the others, and leaves the older draft alone", () => {
    const before = draft(...BOX);
    const after = place(before, { ...(before.tiles[0] as Laid), a: 3, b: 1 });
    expect(spots(after.tiles)).toEqual(["L 3,1", "R 0,0", "T 0,0"]);
    expect(after.tiles.at(-1)?.kind).toBe("L");
    expect(spots(before.tiles)).toEqual(["L 0,0", "R 0,0", "T 0,0"]);
  });

  it("adds tile of the hand", () => {
    expect(spots(place(draft(...BOX), { id: 1, kind: "L", a: 1, b: 1 }).tiles)).toHaveLength(4);
  });

  it("changes nothing where it lies already, or where tile like it lies", () => {
    const before = draft(...BOX);
    expect(place(before, before.tiles[0] as Laid)).toBe(before);
    expect(place(before, { id: 1, kind: "L", a: 0, b: 0 })).toBe(before);
  });

  it("swaps an open lid with a closed one", () => {
    const before = draft(...BOX, ["O", 5, 5]);
    const after = place(before, { ...(before.tiles[3] as Laid), a: 0, b: 0 });
    expect(spots(after.tiles)).toEqual(["L 0,0", "O 0,0", "R 0,0", "T 5,5"]);
  });

  it("puts a lid that makes room for tile of the hand at the nearest free place", () => {
    const after = place(draft(...BOX), { id: 1, kind: "O", a: 0, b: 0 });
    const lid = after.tiles.find((tile) => tile.kind === "T") as Laid;
    const taken = after.tiles.filter((tile) => tile !== lid).flatMap((tile) => covered(tile.kind, tile.a, tile.b));
    expect(covered("T", lid.a, lid.b).some((part) => taken.includes(part))).toBe(false);
    expect(Math.abs(lid.a) + Math.abs(lid.b)).toBeLessThanOrEqual(2);
  });

  it("never hides a tile wholly", () => {
    // a lid with a left and a right side over it
    let now = draft(["T", 1, 1]);
    const [first, second] = covered("T", 1, 1);
    const over: Laid[] = [];
    for (const kind of ["L", "R"] as Kind[])
      for (let a = -1; a <= 2; a++)
        for (let b = -1; b <= 2; b++)
          if (covered(kind, a, b).includes((kind === "L" ? second : first) ?? ""))
            over.push({ id: over.length, kind, a, b });
    for (const tile of over.filter((tile, index) => over.findIndex((two) => two.kind === tile.kind) === index))
      now = place(now, tile);
    expect(now.tiles).toHaveLength(3);
    expect(now.tiles.at(-1)?.kind).toBe("T");
  });

  it("fills a slot", () => {
    const before = { ...draft(...BOX), slots: [["L", 1, 1]] as Spot[] };
    expect(place(before, { id: 1, kind: "L", a: 1, b: 1 }).slots).toEqual([]);
    expect(place(before, { id: 1, kind: "R", a: 1, b: 1 }).slots).toHaveLength(1);
  });
});

describe("the hand", () => {
  const picture = counted(laid(...BOX));
  const hand = { L: 2, R: 0, T: 0, O: 1 };

  it("has what does not lie on the table", () => {
    const now = place(draft(...BOX), { id: 1, kind: "L", a: 1, b: 1 });
    expect(leftInHand(hand, picture, now.tiles)).toEqual({ L: 1, R: 0, T: 0, O: 1 });
  });

  it("takes back as many as came from it, any of the kind, and nothing of the picture", () => {
    const before = draft(...BOX);
    expect(lift(before, 1000, picture)).toBeNull();
    const now = place(before, { id: 1, kind: "L", a: 1, b: 1 });
    expect(lift(now, 1001, picture)).toBeNull();
    const after = lift(now, 1000, picture);
    expect(spots(after?.tiles ?? [])).toEqual(["L 1,1", "R 0,0", "T 0,0"]);
  });
});

it("finds the nearest free place", () => {
  expect(freePlace([], { kind: "L", a: 2, b: 3 })).toEqual({ a: 2, b: 3 });
  const { a, b } = freePlace(laid(...BOX), { kind: "T", a: 0, b: 0 });
  expect([a, b]).not.toEqual([0, 0]);
});

describe("corners", () => {
  it("that stand out can be turned in, and back again", () => {
    const before = draft(...BOX);
    const [corner, ...more] = flippable(before.tiles, FLIP);
    expect(more).toEqual([]);
    expect(corner).toMatchObject({ a: 0, b: 0, to: "in" });
    const after = turn(before, corner as never, FLIP);
    expect(spots(after.tiles)).toEqual(["L 0,-1", "R -1,0", "T 1,1"]);
    const back = flippable(after.tiles, FLIP)[0];
    expect(back?.to).toBe("out");
    expect(spots(turn(after, back as never, FLIP).tiles)).toEqual(spots(before.tiles));
  });

  it("fill the same hexagon both ways", () => {
    const cover = (way: readonly Spot[]) => way.flatMap(([kind, a, b]) => covered(kind, a, b)).sort();
    expect(cover(FLIP.in)).toEqual(cover(FLIP.out));
  });

  it("need all three tiles, and a lid that may move", () => {
    expect(flippable(laid(["L", 0, 0], ["T", 0, 0]), FLIP)).toEqual([]);
    const open = laid(["L", 0, 0], ["R", 0, 0], ["O", 0, 0]);
    expect(flippable(open, FLIP)).toHaveLength(1);
    expect(flippable(open, FLIP, ["0,0"])).toEqual([]);
  });
});

it("puts a layer under as far as the hand goes; the rest waits as slots", () => {
  const layer: Spot[] = [["L", 1, 1], ["R", 1, 1]]; // prettier-ignore
  const after = layUnder(draft(...BOX), layer, { L: 1, R: 0, T: 3, O: 0 });
  expect(spots(after.tiles)).toEqual(["L 0,0", "L 1,1", "R 0,0", "T 0,0"]);
  expect(after.slots).toEqual([["R", 1, 1]]);
});

it("goes back step by step, and no further than the picture", () => {
  const first = begin(laid(...BOX));
  const second = follow(first, place(first.now, { id: 1, kind: "L", a: 1, b: 1 }));
  expect(second.past).toHaveLength(1);
  expect(follow(second, second.now)).toBe(second);
  expect(undone(second).now).toBe(first.now);
  expect(undone(first)).toBe(first);
});

it("tells which tiles lie elsewhere", () => {
  const picture = laid(...BOX);
  const now = place({ tiles: picture, slots: [] }, { ...(picture[2] as Laid), a: -1, b: -1 });
  expect([...movedTiles(now.tiles, picture)]).toEqual([1002]);
});

describe("a new picture", () => {
  it("keeps tiles that stay, moves the nearest of a kind, adds the rest", () => {
    const before = laid(...BOX, ["T", 9, 9]);
    const after = settled(before, [["L", 0, 0], ["R", 0, 0], ["T", -1, -1], ["L", 1, 1]]); // prettier-ignore
    const ids = Object.fromEntries(after.map((tile) => [`${tile.kind} ${tile.a},${tile.b}`, tile.id]));
    expect(ids["L 0,0"]).toBe(1000);
    expect(ids["T -1,-1"]).toBe(1002);
    expect([1000, 1001, 1002, 1003]).not.toContain(ids["L 1,1"]);
    expect(after).toHaveLength(4);
  });

  it("is shifted to where most tiles lie already", () => {
    const before = laid(["L", 3, 4], ["R", 3, 4], ["T", 3, 4], ["T", 4, 5]);
    expect(aligned(before, BOX, [0, 0])).toEqual([3, 4]);
    expect(aligned([], BOX, [2, 1])).toEqual([2, 1]);
  });
});

it("tells whose tiles may be added, and of none where there are none", () => {
  const none = { L: 0, R: 0, T: 0, O: 0 };
  expect(helpKey("build", { ...none, T: 1 })).toBe("cubus.help");
  expect(helpKey("show", { ...none, T: 1 })).toBe("cubus.help.knocked");
  expect(helpKey("leftovers", { ...none, L: 2 })).toBe("cubus.help.leftovers");
  for (const phase of ["build", "show"]) expect(helpKey(phase, none)).toBe("cubus.help.none");
});

describe("the tile that is meant", () => {
  const tiles = laid(["L", 0, 0], ["R", 0, 1]); // the right side lies over half of the left one
  const [[lx, ly], [rx, ry]] = [centre("L", 0, 0), centre("R", 0, 1)];
  const kinds = (point: Point): Kind[] => tilesUnder(tiles, point).map(({ kind }) => kind);
  const between = (part: number): Point => [lx + part * (rx - lx), ly + part * (ry - ly)];

  it("is the one whose middle is nearest, also where another lies over it", () => {
    expect(covered("L", 0, 0).some((part) => covered("R", 0, 1).includes(part))).toBe(true);
    expect(kinds(between(0.25))).toEqual(["L", "R"]);
    expect(kinds(between(0.75))).toEqual(["R", "L"]);
  });

  it("is the upper one where both are as near", () => {
    expect(kinds(between(0.5))).toEqual(["R", "L"]);
  });
});

describe("places beside the pile", () => {
  it("are free and have an edge in common with it", () => {
    const spots = placesBeside(laid(...BOX), "L").map(([kind, a, b]) => `${kind} ${a},${b}`);
    expect(spots).toContain("L 1,1"); // under the left side
    expect(spots).not.toContain("L 0,0");
    expect(spots).not.toContain("L 3,3");
    expect(new Set(spots).size).toBe(spots.length);
  });

  it("include the one above a lid of the picture: a box may be put under it", () => {
    const [lid, ...sides] = laid(["T", 0, 0], ["L", 0, 0], ["R", 0, 0]) as [Laid, ...Laid[]];
    expect(placesBeside(sides, "T")).not.toContainEqual(["T", -1, -1]);
    expect(placeAbove(sides, lid)).toEqual([["T", -1, -1]]);
    expect(placeAbove([...sides, ...laid(["L", -1, -2])], lid)).toEqual([]); // taken, at least a part of it
    expect(placeAbove([lid], sides[0])).toEqual([]);
  });
});
