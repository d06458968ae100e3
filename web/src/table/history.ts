// Games that were finished on this device and whose tables are gone, as the chest lists them: a host may delete tables, and
// what was played stays known here.

import type { OwnTable } from "../net/api";
import { ME, type PlayedGame } from "./played";

const MOST = 30;

/** The last of them, the newest first; sidesOf: what the sides of a game are called. */
export function withoutTable(
  kept: readonly PlayedGame[],
  own: readonly OwnTable[],
  sidesOf: (game: string) => readonly string[],
): OwnTable[] {
  const there = new Set(own.map(({ table }) => table));
  const left = kept.filter(({ table, unlisted }) => !there.has(table) && !unlisted);
  return left
    .slice(-MOST)
    .reverse()
    .map((played) => listed(played, sidesOf(played.game)));
}

function listed({ table, game, at, players, winners }: PlayedGame, sides: readonly string[]): OwnTable {
  const kinds = players.map((player) => (player.startsWith("bot:") ? player.slice("bot:".length) : "person"));
  const me = players.indexOf(ME);
  return {
    table,
    game,
    state: "over",
    at,
    player: -1,
    yours: me >= 0 ? [me] : kinds.flatMap((kind, seat) => (kind === "person" ? [seat] : [])),
    names: players.map((player) => (player.startsWith("name:") ? player.slice("name:".length) : "")),
    sides: players.map((_, seat) => sides[seat] ?? ""),
    winners,
    players: kinds,
    gone: true,
  };
}
