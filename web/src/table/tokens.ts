// Pieces that keep their identity while they move, so that they can be seen to travel.

import type { Token } from "../board-kit/contract";
import type { Change, PieceData } from "../net/types";

let nextId = 1;

function token(at: string, [side, kind]: PieceData): Token {
  return { id: nextId++, at, side, kind, path: [], trip: 0, gone: false };
}

/** Tokens for a position, keeping those that already stand right. */
export function settle(now: readonly Token[], pieces: Record<string, PieceData>): Token[] {
  const standing = now.filter((one) => {
    const due = pieces[one.at];
    return !one.gone && due !== undefined && due[0] === one.side && due[1] === one.kind;
  });
  const there = new Set(standing.map((one) => one.at));
  const others = Object.entries(pieces).filter(([at]) => !there.has(at));
  return [...standing, ...others.map(([at, piece]) => token(at, piece))];
}

/** The tokens after one change. Taken ones stay for a moment, marked as gone. */
export function change(now: readonly Token[], step: Change): Token[] {
  switch (step.do) {
    case "move":
      return moved(now, step);
    case "swap":
      return now.map((one) => {
        if (one.gone) return one;
        if (one.at === step.at) return trip(one, [step.at ?? "", step.to ?? ""]);
        if (one.at === step.to) return trip(one, [step.to ?? "", step.at ?? ""]);
        return one;
      });
    case "put":
      return [...now.filter((one) => one.at !== step.at || one.gone), token(step.at ?? "", step.piece ?? [-1, ""])];
    case "become":
      return now.map((one) =>
        one.at === step.at && !one.gone && step.piece ? { ...one, side: step.piece[0], kind: step.piece[1] } : one,
      );
    case "gone":
      return now.map((one) => (one.at === step.at ? { ...one, gone: true } : one));
    default:
      return [...now];
  }
}

function moved(now: readonly Token[], step: Change): Token[] {
  const { at = "", to = "", path = [at, to], piece = [-1, ""] } = step;
  const mover = now.find((one) => one.at === at && !one.gone) ?? token(at, piece);
  const others = now.filter((one) => one.id !== mover.id && (one.at !== to || one.gone));
  return [...others, { ...trip(mover, path), side: piece[0], kind: piece[1] }];
}

function trip(one: Token, path: string[]): Token {
  return { ...one, at: path.at(-1) ?? one.at, path, trip: one.trip + 1 };
}

export function withoutGone(now: readonly Token[]): Token[] {
  return now.filter((one) => !one.gone);
}
