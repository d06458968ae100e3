// The end of a game, as it is said to whoever reads it: won or lost, what decided it, who played.

import { manifestOf } from "../games/registry";
import { enumerated, has, say, t } from "../i18n/i18n.svelte";
import { nameAt } from "./people";
import { ME, UNNAMED, type PlayedGame } from "./played";
import type { Table } from "./store.svelte";

/** The one seat that a person at this browser plays; null at one screen and for those who watch. */
function ownSeat(table: Table): number | null {
  const own = table.yours.filter((seat) => table.created?.seats[seat] === "person");
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** The headline. */
export function headline(table: Table): string {
  const winners = table.ended?.winners ?? [];
  const names = enumerated(winners.map((seat) => nameAt(table, seat)));
  const n = winners.length;
  const own = ownSeat(table);
  if (winners.length === 0 || winners.length === table.seats.length) return t("end.draw");
  if (own === null) return t("end.won.by", { names, n });
  if (!winners.includes(own)) return t("end.lost", { names, n });
  return t(winners.length > 1 ? "end.won.shared" : "end.won");
}

/** Whether the player at this browser has won; null where that is nobody's. */
export function hasWon(table: Table): boolean | null {
  const own = ownSeat(table);
  const winners = table.ended?.winners ?? [];
  return own === null || winners.length === 0 ? null : winners.includes(own);
}

/** What decided the game: the last move, and what chance brought after it, or the last that brought it nearer to its end.
 *  The reason itself is said beside it. */
export function decisive(table: Table): string[] {
  if (table.ended === null || ["resigned", "time", "abandoned"].includes(table.ended.reason)) return [];
  const keys = manifestOf(table.game)?.decidedBy?.[table.ended.reason];
  if (keys !== undefined) {
    const last = table.actions.flatMap(({ story }) => story).findLast(({ key }) => keys.includes(key));
    return last === undefined ? [] : [t(`${table.game}.decided`, { move: say(last) })];
  }
  const last = table.actions.findLastIndex((action) => action.seat >= 0);
  const said = table.actions.slice(Math.max(last, 0)).flatMap((action) => action.story);
  return said.filter((phrase) => phrase.key !== table.result?.say?.key).map((phrase) => say(phrase));
}

/** Points that decided the game, or an earlier part of it, and what they count in the words of the game. */
export interface Score {
  winners: readonly number[];
  points: readonly number[];
  said: (n: number) => string;
}

/** The scores to be shown as pictures; none where something else decided: a tower, musketeers, giving up. */
export function decidingScores(table: Table): Score[] {
  return [table.result?.earlier, table.result].flatMap((part) => {
    if (!part?.points?.some((score) => score > 0)) return [];
    const key = [`${table.game}.score.${part.reason}`, `${table.game}.score`].find((key) => has(key)) ?? "score";
    return [{ winners: part.winners, points: part.points, said: (n: number) => t(key, { n }) }];
  });
}

/** The game as it is kept on this device. */
export function playedGame(table: Table, at: number): PlayedGame {
  const own = ownSeat(table);
  const players = table.seats.map((seat, index) => {
    const planned = table.created?.seats[index] ?? "person";
    if (index === own) return ME;
    if (planned !== "person") return `bot:${planned}`;
    return seat.name ? `name:${seat.name}` : UNNAMED;
  });
  return { table: table.id, game: table.game, at, players, winners: table.ended?.winners ?? [] };
}
