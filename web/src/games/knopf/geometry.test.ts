import { describe, expect, it } from "vitest";
import type { Point } from "../../board-kit/contract";
import {
  HOLES,
  THREADS,
  besideLow,
  bow,
  lineThrough,
  squareAt,
  reachOf,
  scallops,
  threatLine,
  together,
  vanished,
} from "./geometry";

describe("holes", () => {
  it("are as many as the square has, near its middle", () => {
    for (const count of [1, 2, 3, 4]) {
      expect(HOLES[count]).toHaveLength(count);
      for (const [x, y] of HOLES[count] ?? []) expect(Math.hypot(x, y)).toBeLessThan(0.18);
    }
  });

  it("are sewn by a thread that begins and ends in holes", () => {
    expect(THREADS[1]).toBe("");
    expect(THREADS[2]).toBe("M-0.13 0L0.13 0");
    expect(THREADS[4]?.match(/M/g)).toHaveLength(2);
  });
});

describe("a tap", () => {
  const places: { id: string; at: Point }[] = [
    { id: "a1", at: [0.5, 9.5] },
    { id: "b1", at: [1.5, 9.5] },
  ];

  it("means the square it falls in, if that can be picked", () => {
    expect(squareAt([0.9, 9.1], places, 0.5)).toBe("a1");
    expect(squareAt([1.1, 9.1], places, 0.5)).toBe("b1");
    expect(squareAt([1.1, 8.9], places, 0.5)).toBeNull();
  });

  it("reaches further where squares are small, and never less than a square", () => {
    expect(reachOf(80)).toBe(0.5);
    expect(reachOf(33) * 33).toBe(22);
    expect(squareAt([2.1, 9.5], places, reachOf(33))).toBe("b1");
    expect(squareAt([2.3, 9.5], places, reachOf(33))).toBeNull();
  });
});

describe("a threat", () => {
  // d4 and e5 with one hole each threaten g7: the booklet's example
  const line = threatLine([at("d4"), at("e5")], at("g7"), 2, 2);

  it("begins at the end of the pair that is nearer and ends behind the last square in reach", () => {
    expect(line.from).toEqual([4.818, 5.182]);
    expect(line.hit).toEqual([6.076, 3.924]);
    expect(line.end).toEqual([7, 3]);
    expect(line.ticks).toHaveLength(2);
  });

  it("shows the pair", () => {
    expect(line.pair.at).toEqual([4, 6]);
    expect(line.pair.turn).toBe(-45);
  });

  it("goes the other way past the other end, and stops at the edge of the board", () => {
    const back = threatLine([at("d4"), at("e5")], at("b2"), 2, 8);
    expect(back.from).toEqual([3.182, 6.818]);
    expect(back.end).toEqual([0, 10]);
    expect(back.ticks).toHaveLength(3);
  });

  it("lies aside of the middle, on the same side whichever way it points", () => {
    const east = threatLine([at("b2"), at("c2")], at("e2"), 2, 2, 0.1);
    const west = threatLine([at("e2"), at("f2")], at("c2"), 2, 2, 0.1);
    expect(east.from[1]).toBe(8.6);
    expect(west.from[1]).toBe(8.6);
    expect([east.turn, west.turn]).toEqual([0, 180]);
  });

  it("shares its line with every pair on it, and with no other", () => {
    expect(lineThrough(at("b9"), at("b8"))).toBe(lineThrough(at("b2"), at("b3")));
    expect(lineThrough(at("d4"), at("e5"))).toBe(lineThrough(at("h8"), at("g7")));
    expect(lineThrough(at("b9"), at("b8"))).not.toBe(lineThrough(at("c9"), at("c8")));
    expect(lineThrough(at("d4"), at("e5"))).not.toBe(lineThrough(at("d4"), at("e4")));
    expect(lineThrough(at("d4"), at("e5"))).not.toBe(lineThrough(at("d5"), at("e6")));
  });
});

describe("a bow", () => {
  it("rises over a level jump, whichever way it goes", () => {
    expect(bow([0, 5], [2, 5])).toBe("M0 5Q1 4.52 2 5");
    expect(bow([2, 5], [0, 5])).toBe("M2 5Q1 4.52 0 5");
  });

  it("leans to the right of an upright one", () => {
    expect(bow([5, 2], [5, 0])).toBe("M5 2Q5.48 1 5 0");
    expect(bow([5, 0], [5, 2])).toBe("M5 0Q5.48 1 5 2");
  });
});

it("scallops close and have their teeth", () => {
  const path = scallops(12, 0.38, 0.43);
  expect(path.match(/Q/g)).toHaveLength(12);
  expect(path).toMatch(/^M0\.0000 -0\.3800.*Z$/);
});

describe("what vanished", () => {
  const before = { a1: [0, "button"], b2: [1, "button"], c3: [1, "button"] } as const;

  it("is what was taken, not what jumped away", () => {
    const after = { a4: [0, "button"], c3: [1, "button"] } as const;
    expect(vanished(copy(before), copy(after), ["a1", "a2", "a3", "a4"])).toEqual([{ cell: "b2", side: 1 }]);
    expect(vanished(copy(after), copy(before), ["a1", "a4"])).toEqual([]); // taken back
  });

  it("is also the button that has just moved, where it landed, and one that was fined", () => {
    const after = { b2: [1, "button"], c3: [1, "button"] } as const;
    expect(vanished(copy(before), copy(after), ["a1", "a2", "a3"])).toEqual([{ cell: "a3", side: 0 }]);
    expect(vanished(copy(before), copy(after), ["a1"])).toEqual([{ cell: "a1", side: 0 }]);
  });

  function copy(pieces: Record<string, readonly [number, string]>): Record<string, [number, string]> {
    return Object.fromEntries(Object.entries(pieces).map(([cell, [side, kind]]) => [cell, [side, kind]]));
  }
});

it("a note stands where it hides none of the squares it is about, at the foot if it can", () => {
  expect(besideLow([at("c3"), at("d4"), at("e5"), at("f6")])).toBe(true);
  expect(besideLow([at("b2"), at("c2"), at("d1")])).toBe(false);
});

describe("buttons that would lie together", () => {
  it("are those the moved one touches by side or corner, and theirs", () => {
    expect(together(["a1", "b2", "j10", "c9"], "c9", "c3")).toEqual(["a1", "b2", "c3"]);
    expect(together(["i9", "j10", "a1"], "a1", "h9")).toEqual(["h9", "i9", "j10"]);
  });

  it("are none for a pair, and without the square it leaves", () => {
    expect(together(["a1", "a2"], "a1", "a3")).toEqual([]);
    expect(together(["a1", "a2", "a3"], "a2", "c2")).toEqual([]);
  });

  it("are those of a group that stays where it is", () => {
    expect(together(["a1", "a2", "a3", "f5"], "f5", "h5")).toEqual(["a1", "a2", "a3"]);
  });
});

function at(name: string): Point {
  return ["abcdefghij".indexOf(name[0] ?? "") + 0.5, 10.5 - Number(name.slice(1))];
}
