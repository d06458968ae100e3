// Pieces that keep their identity while they move, so that they can be seen to travel.

import type { Token } from "../board-kit/contract";
import type { Change, PieceData } from "../net/types";

let nextId = 1;

function newToken(at: string, [side, kind]: PieceData): Token {
  return { id: nextId++, at, side, kind, path: [], trip: 0, gone: false };
}

/** Tokens for a position, keeping those that already stand right. */
export function settle(now: readonly Token[], pieces: Record<string, PieceData>): Token[] {
  const standing = now.filter((token) => {
    const due = pieces[token.at];
    return !token.gone && due !== undefined && due[0] === token.side && due[1] === token.kind;
  });
  const there = new Set(standing.map((token) => token.at));
  const others = Object.entries(pieces).filter(([at]) => !there.has(at));
  return [...standing, ...others.map(([at, piece]) => newToken(at, piece))];
}

/** The tokens after one change. Taken ones stay for a moment, marked as gone. */
export function change(now: readonly Token[], step: Change): Token[] {
  switch (step.do) {
    case "move":
      return moved(now, step);
    case "swap":
      return now.map((token) => {
        if (token.gone) return token;
        if (token.at === step.at) return trip(token, [step.at ?? "", step.to ?? ""]);
        if (token.at === step.to) return trip(token, [step.to ?? "", step.at ?? ""]);
        return token;
      });
    case "put":
      return [
        ...now.filter((token) => token.at !== step.at || token.gone),
        newToken(step.at ?? "", step.piece ?? [-1, ""]),
      ];
    case "become":
      return now.map((token) =>
        token.at === step.at && !token.gone && step.piece
          ? { ...token, side: step.piece[0], kind: step.piece[1] }
          : token,
      );
    case "gone":
      return now.map((token) => (token.at === step.at ? { ...token, gone: true } : token));
    default:
      return [...now];
  }
}

function moved(now: readonly Token[], step: Change): Token[] {
  const { at = "", to = "", path = [at, to], piece = [-1, ""] } = step;
  const mover = now.find((token) => token.at === at && !token.gone) ?? newToken(at, piece);
  const others = now.filter((token) => token.id !== mover.id && (token.at !== to || token.gone));
  return [...others, { ...trip(mover, path), side: piece[0], kind: piece[1] }];
}

function trip(token: Token, path: string[]): Token {
  return { ...token, at: path.at(-1) ?? token.at, path, trip: token.trip + 1 };
}

export function withoutGone(now: readonly Token[]): Token[] {
  return now.filter((token) => !token.gone);
}
