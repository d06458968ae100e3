import { describe, expect, it } from "vitest";
import { chosen } from "../../board-kit/choices";
import { pick } from "../../table/selection";
import { decide, dropped, marksOf, openWays, sends } from "./redGreenGesture";

// a musketeer on i2 that may also stay in its own zone, and a soldier on b3
const CHOICES = [
  { move: "i2-h2-h3", picks: ["i2", "h2", "h3"], path: [] },
  { move: "i2-h2-i3", picks: ["i2", "h2", "i3"], path: [] },
  { move: "i2-j2-i3", picks: ["i2", "j2", "i3"], path: [] },
  { move: "i2-j2-k3", picks: ["i2", "j2", "k3"], path: [] },
  { move: "i2-i1", picks: ["i2", "i1", "button:stay"], path: [] },
  { move: "i2-i1-h2", picks: ["i2", "i1", "h2"], path: [] },
  { move: "i2-h1", picks: ["i2", "h1", "button:stay"], path: [] },
  { move: "b3-a3-a4", picks: ["b3", "a3", "a4"], path: [] },
  { move: "b3-b2-b3", picks: ["b3", "b2", "b3"], path: [] },
];
const TRADE = [
  { move: "=c1", picks: ["button:trade", "c1"], path: [] },
  { move: "=d1", picks: ["button:trade", "d1"], path: [] },
  { move: "throw", picks: ["button:throw"], path: [] },
];

const PAY = [
  { move: "-d17", picks: ["d17"], path: [] },
  { move: "-f17", picks: ["f17"], path: [] },
];

describe("what may be picked", () => {
  it("is every fighter that can move, at first", () => {
    expect([...marksOf(CHOICES, []).starts]).toEqual(["i2", "b3"]);
    expect(marksOf(CHOICES, []).ends.size).toBe(0);
  });

  it("is every red end and every end of the fighter that is picked", () => {
    const marks = marksOf(CHOICES, ["i2"]);
    expect([...marks.reds]).toEqual(["h2", "j2", "i1", "h1"]);
    expect([...marks.ends]).toEqual(["h3", "i3", "k3", "h2"]);
  });

  it("is what red leaves open, and still another red step", () => {
    const marks = marksOf(CHOICES, ["i2", "j2"]);
    expect([...marks.ends]).toEqual(["i3", "k3"]);
    expect([...marks.reds]).toEqual(["h2", "j2", "i1", "h1"]);
  });

  it("is never the square of a retreat as an end: that is for its button", () => {
    expect([...marksOf(CHOICES, ["i2", "i1"]).ends]).toEqual(["h2"]);
    expect(marksOf(CHOICES, ["i2", "h1"]).ends.size).toBe(0);
  });

  it("is a square of the zone in a trade, never a button", () => {
    expect([...marksOf(TRADE, ["button:trade"]).others]).toEqual(["c1", "d1"]);
    expect(marksOf(TRADE, []).others.size).toBe(0);
  });

  it("is every soldier that may pay for a trade, at once", () => {
    expect([...marksOf(PAY, []).others]).toEqual(["d17", "f17"]);
    expect(marksOf(PAY, []).starts.size).toBe(0);
    expect(decide(PAY, [], "f17")).toEqual({ do: "pick", cell: "f17" });
    expect(sends(PAY, [], "f17")).toBe(true);
  });

  it("is nothing but fighters beside a throw that may lapse", () => {
    const retreat = [
      { move: "a2-a1", picks: ["a2", "a1", "button:stay"], path: [] },
      { move: "--", picks: ["button:pass"], path: [] },
    ];
    expect([...marksOf(retreat, []).starts]).toEqual(["a2"]);
    expect(marksOf(retreat, []).others.size).toBe(0);
  });
});

describe("a click", () => {
  it("picks a fighter, and a red end", () => {
    expect(decide(CHOICES, [], "b3")).toEqual({ do: "pick", cell: "b3" });
    expect(decide(CHOICES, ["i2"], "h2")).toEqual({ do: "pick", cell: "h2" });
  });

  it("plays an end that one way reaches", () => {
    expect(decide(CHOICES, ["i2"], "k3")).toEqual({ do: "play", move: "i2-j2-k3" });
    expect(decide(CHOICES, ["b3"], "a4")).toEqual({ do: "play", move: "b3-a3-a4" });
  });

  it("plays an end that several ways reach at once, too: they all end alike", () => {
    expect(decide(CHOICES, ["i2"], "i3")).toEqual({ do: "play", move: "i2-h2-i3" });
    expect(sends(CHOICES, ["i2"], "i3")).toBe(true);
  });

  it("never plays a retreat: its square is a red step, and again lets go of it", () => {
    for (const square of ["h1", "i1"]) {
      expect(decide(CHOICES, ["i2"], square)).toEqual({ do: "pick", cell: square });
      expect(sends(CHOICES, ["i2"], square)).toBe(false);
      expect(pick(CHOICES, ["i2", square], square)).toEqual(["i2"]);
      expect(decide(CHOICES, ["i2", square], square)).toEqual({ do: "pick", cell: square });
      expect(chosen(CHOICES, ["i2", square, "button:stay"])).toBe(`i2-${square}`);
    }
  });

  it("turns to another red end, unless green ends there", () => {
    expect(decide(CHOICES, ["i2", "h2"], "j2")).toEqual({ do: "turn", cell: "j2" });
    expect(decide(CHOICES, ["i2", "i1"], "h2")).toEqual({ do: "pick", cell: "h2" });
  });

  it("on the fighter itself lets go, unless red leads back to it", () => {
    expect([...marksOf(CHOICES, ["b3"]).ends]).toEqual(["a4"]);
    expect(decide(CHOICES, ["b3"], "b3")).toEqual({ do: "pick", cell: "b3" });
    expect(sends(CHOICES, ["b3"], "b3")).toBe(false);
    expect([...marksOf(CHOICES, ["b3", "b2"]).ends]).toEqual(["b3"]);
    expect(sends(CHOICES, ["b3", "b2"], "b3")).toBe(true);
    expect(dropped(CHOICES, "b3", ["b2"], "b3")).toEqual({ do: "play", move: "b3-b2-b3" });
  });

  it("picks the squares of a trade", () => {
    expect(decide(TRADE, ["button:trade"], "c1")).toEqual({ do: "pick", cell: "c1" });
  });
});

describe("a drop", () => {
  it("goes by the red end that was passed last", () => {
    expect(dropped(CHOICES, "i2", ["h2", "j2"], "i3")).toEqual({ do: "play", move: "i2-j2-i3" });
    expect(dropped(CHOICES, "i2", ["j2", "h2"], "i3")).toEqual({ do: "play", move: "i2-h2-i3" });
    expect(dropped(CHOICES, "i2", ["i1"], "h2")).toEqual({ do: "play", move: "i2-i1-h2" });
  });

  it("is a click where nothing was passed", () => {
    expect(dropped(CHOICES, "i2", [], "i3")).toEqual({ do: "play", move: "i2-h2-i3" });
    expect(dropped(CHOICES, "i2", ["h2"], "h2")).toEqual({ do: "pick", cell: "h2" });
  });
});

it("knows which picks make the move", () => {
  expect(sends(CHOICES, [], "i2")).toBe(false);
  expect(sends(CHOICES, ["i2"], "h2")).toBe(false);
  expect(sends(CHOICES, ["i2"], "k3")).toBe(true);
  expect(sends(CHOICES, ["i2", "h2"], "i3")).toBe(true);
  expect(sends(TRADE, ["button:trade"], "c1")).toBe(true);
  expect(openWays(CHOICES, ["i2", "h2"]).map((way) => way.move)).toEqual(["i2-h2-h3", "i2-h2-i3"]);
});
