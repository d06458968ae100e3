import { expect, it } from "vitest";
import type { AnyEvent } from "../net/types";
import { askedAfter, asksAnew, noticeAfter, type Asked, type Notice } from "./notices";

/** What the browser of a seat tells after these events. */
function noticeOf(seat: number, ...events: object[]): Notice | null {
  let [notice, asked]: [Notice | null, Asked] = [null, null];
  for (const event of events as AnyEvent[]) {
    notice = noticeAfter(notice, event, asked, [seat]);
    asked = askedAfter(asked, event);
  }
  return notice;
}

const asks = { kind: "undo_asked", seat: 0 };
const moves = (seat: number): object => ({ kind: "moved", seat });
const undone = { kind: "undone", seat: 0, actions: 3 };

it("tells whoever asked to take a move back that the game has gone on instead, until they move", () => {
  expect(noticeOf(0, asks, moves(1))).toEqual({ key: "undo.lapsed", seat: 0 });
  expect(noticeOf(0, asks, moves(1), { kind: "thrown" }, moves(2))?.key).toBe("undo.lapsed");
  expect(noticeOf(0, asks, moves(1), moves(0))).toBe(null);
  expect(noticeOf(1, asks, moves(1))).toBe(null);
  expect(noticeOf(2, asks, moves(1))).toBe(null);
});

it("does not tell it where they moved on themselves", () => {
  expect(noticeOf(0, asks, moves(0))).toBe(null);
});

it("tells everybody that a move is taken back where it had to be agreed", () => {
  for (const seat of [0, 1, 2])
    expect(noticeOf(seat, asks, { kind: "undo_agreed", seat: 1 }, undone)).toEqual({ key: "undo.granted", seat: 0 });
  expect(noticeOf(0, asks, undone, moves(1))).toBe(null);
  expect(noticeOf(0, moves(0), undone)).toBe(null);
});

it("tells the others who does not agree, and who asked for a hint", () => {
  expect(noticeOf(0, asks, { kind: "undo_refused", seat: 1 })).toEqual({ key: "undo.refused", seat: 1 });
  expect(noticeOf(1, { kind: "hint_asked", seat: 0 })).toEqual({ key: "hint.asked", seat: 0 });
  expect(noticeOf(0, { kind: "hint_asked", seat: 0 })).toBe(null);
});

it("tells for whom the computer plays on, and why, until whoever reads it moves", () => {
  const given = { kind: "seat_given_to_bot", seat: 2, bot: "simple", by: 2 };
  expect(noticeOf(0, { kind: "resigned", seat: 2 }, given, moves(2), moves(1))?.key).toBe("seat.resigned");
  expect(noticeOf(0, { kind: "time_up", seat: 2 }, given, moves(2))?.key).toBe("seat.late");
  expect(noticeOf(0, given, moves(2))).toEqual({ key: "seat.given", seat: 2 });
  expect(noticeOf(0, given, moves(2), moves(0))).toBe(null);
  expect(noticeOf(0, given, { kind: "seat_reclaimed", seat: 2 })?.key).toBe("seat.reclaimed");
  expect(noticeOf(2, given, { kind: "seat_reclaimed", seat: 2 })).toBe(null);
  expect(noticeOf(0, { kind: "resigned", seat: 2 }, { kind: "ended" })).toBe(null);
});

it("lets a refusal go when the position changes or somebody asks something else", () => {
  for (const kind of ["moved", "thrown", "undone", "undo_asked", "deletion_asked", "ended"])
    expect(asksAnew({ kind } as AnyEvent), kind).toBe(true);
  for (const kind of ["hint_asked", "seated"]) expect(asksAnew({ kind } as AnyEvent), kind).toBe(false);
});
