import { describe, expect, it } from "vitest";
import { undoRefused } from "./takeBack";

/** Why somebody cannot take back after these actions, each by a seat or by chance (-1). */
function refused(seats: number[], yours: number[], byLink: boolean, asked = false): string | null {
  const actions = seats.map((seat) => ({ seat, text: "", story: [] }));
  return undoRefused({ actions, yours, byLink, asked: asked ? { seat: 0, actions: 1 } : null } as never);
}

describe("taking back", () => {
  it("is not possible before one has moved", () => {
    expect(refused([], [0, 1], false)).toBe("table.undo.none");
    expect(refused([-1, 1], [0], true)).toBe("table.undo.none");
  });

  it("is not possible between people once the dice have been thrown since", () => {
    expect(refused([0, -1], [0], true)).toBe("table.undo.chance");
    expect(refused([0, 1], [0], true)).toBeNull();
    expect(refused([-1, 0], [0], true)).toBeNull();
  });

  it("is possible at one screen and against the computer, whatever was thrown", () => {
    expect(refused([0, -1], [0], false)).toBeNull();
    expect(refused([0, -1, 1, -1], [0, 1], false)).toBeNull();
  });

  it("is asked for once", () => {
    expect(refused([0], [0], true, true)).toBe("table.undo.asked");
  });
});
