import { expect, it } from "vitest";
import { change, settle } from "../../table/tokens";
import type { PieceData } from "../../board-kit/contract";
import type { Change } from "../../net/types";
import type { KrabcekView } from "./extra";
import { carrier, ghosts, hides, left } from "./stackLayout";
import { corners, type Maze } from "./geometry";

const OF: Record<string, string[]> = { little_stack: ["skinnyboy", "middleman"] };
const of = (kind: string) => OF[kind] ?? [kind];

function view(pieces: Record<string, PieceData>): KrabcekView {
  return { pieces, extra: { hands: [{ S: 4, M: 1, B: 1 }, { S: 4, M: 2, B: 1 }] } } as unknown as KrabcekView; // prettier-ignore
}
const onto: Change = {
  do: "move",
  at: "hand:0:S",
  to: "V01",
  path: ["hand:0:S", "G7", "V01"],
  piece: [0, "skinnyboy"],
};

it("keeps the lower piece until the stack is made, and takes the upper token out of the hand", () => {
  const before = view({ V01: [0, "middleman"] });
  const walking = change(settle([], before.pieces), onto);
  const mover = walking.find((token) => token.at === "V01");
  expect(mover && carrier(mover, walking, before, of)).toEqual([0, "middleman"]);
  expect(left(0, walking, before)["S"]).toBe(3);

  const made = change(walking, { do: "become", at: "V01", piece: [0, "little_stack"] });
  expect(made[0] && carrier(made[0], made, before, of)).toBeNull();

  const after = view({ V01: [0, "little_stack"] });
  expect(left(0, settle(made, after.pieces), after)["S"]).toBe(4); // the hand of the new position counts
});

it("sees no lower piece where two change places", () => {
  const before = view({ V01: [0, "middleman"], H00: [0, "bigboy"] });
  const swapped = change(settle([], before.pieces), { do: "swap", at: "H00", to: "V01" });
  expect(swapped.map((token) => carrier(token, swapped, before, of))).toEqual([null, null]);
});

it("shows a piece again only where it is wholly beyond the edge", () => {
  const ground = { size: 400 } as Maze;
  expect(ghosts([200, 385], ["skinnyboy"], [-28, -28, 428, 428], ground)).toEqual([[200, -15]]);
  expect(ghosts([200, 8], ["skinnyboy"], [-28, -28, 428, 428], ground)).toEqual([]);
  expect(ghosts([200, 200], ["skinnyboy"], [-28, -28, 428, 428], ground)).toEqual([]);
});

it("tells which box a piece stands before", () => {
  const stack = ["middleman", "bigboy"];
  const upright = (x: number, y: number) => corners([x - 4, y - 13, x + 4, y + 13]);
  expect(hides([196, 150], stack, upright(194, 125))).toBe(true); // it leads to where the stack stands
  expect(hides([196, 150], stack, upright(194, 105))).toBe(false); // it can nearly all be seen
  expect(hides([196, 150], stack, upright(194, 175))).toBe(false); // in front of it
  expect(hides([196, 150], stack, upright(230, 140))).toBe(false); // beside it
});
