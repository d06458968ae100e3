// The games that were finished on this device: kept here alone, for the score of an evening and simple statistics.

import { forgetText, keepText, keptText } from "../storage/kept";

const KEPT = "played";
const MOST = 500;
const EVENING = 12 * 3_600_000;

/** Whoever plays at this device alone. */
export const ME = "me";
/** Somebody who has no name. */
export const UNNAMED = "?";

export interface PlayedGame {
  table: string;
  game: string;
  at: number;
  /** By seat: ME, "bot:friend", "name:Bram" or UNNAMED. */
  players: string[];
  winners: number[];
  /** The player has taken it off the list of the chest; it counts in the statistics all the same. */
  unlisted?: true;
}

export function playedGames(): PlayedGame[] {
  try {
    const kept: unknown = JSON.parse(keptText(KEPT) ?? "[]");
    return Array.isArray(kept) ? (kept as PlayedGame[]) : [];
  } catch {
    return [];
  }
}

/** A table that is kept already stays as it was: who looks at an old game again has not played it again. */
export function keepGame(played: PlayedGame): void {
  const kept = playedGames();
  if (kept.some(({ table }) => table === played.table)) return;
  keepText(KEPT, JSON.stringify([...kept, played].slice(-MOST)));
}

/** Take a game off the list of the chest. */
export function unlistGame(table: string): void {
  const kept = playedGames();
  if (!kept.some((played) => played.table === table)) return;
  keepText(
    KEPT,
    JSON.stringify(kept.map((played) => (played.table === table ? { ...played, unlisted: true } : played))),
  );
}

export function forgetGames(): void {
  forgetText(KEPT);
}

export interface Score {
  games: number;
  draws: number;
  /** How many each has won, in the order of the seats of the last game. */
  wins: { player: string; seat: number; won: number }[];
  /** At one screen with players who cannot be told apart: what each side has won, whoever played it. */
  bySide: boolean;
}

/** How it stands this evening at this game between its players; null before the second. Those at other devices who are
 *  called alike count as one. */
export function eveningScore(kept: readonly PlayedGame[], last: PlayedGame): Score | null {
  const company = companyOf(last);
  const bySide = !last.players.includes(ME) && new Set(last.players).size < last.players.length;
  const games = kept.filter(
    (played) =>
      played.game === last.game &&
      played.at <= last.at &&
      played.at > last.at - EVENING &&
      companyOf(played) === company,
  );
  if (games.length < 2) return null;
  const won = (player: string, seat: number): number =>
    games.filter(({ winners, players }) => winners.some((at) => (bySide ? at === seat : players[at] === player)))
      .length;
  const rows = last.players.map((player, seat) => ({ player, seat, won: won(player, seat) }));
  return {
    games: games.length,
    draws: games.filter((played) => played.winners.length === 0).length,
    wins: bySide ? rows : rows.filter(({ player, seat }) => last.players.indexOf(player) === seat),
    bySide,
  };
}

export interface Statistic {
  game: string;
  /** A strength, or "people". */
  against: string;
  played: number;
  won: number;
  drawn: number;
}

/** How often the player of this device has played and won, by game and strength. */
export function statistics(kept: readonly PlayedGame[]): Statistic[] {
  const rows = new Map<string, Statistic>();
  for (const { game, players, winners } of kept) {
    const me = players.indexOf(ME);
    if (me < 0) continue;
    const against = opponentOf(players);
    const key = `${game} ${against}`;
    const row = rows.get(key) ?? { game, against, played: 0, won: 0, drawn: 0 };
    row.played++;
    if (winners.includes(me)) row.won++;
    if (winners.length === 0) row.drawn++;
    rows.set(key, row);
  }
  return [...rows.values()];
}

function opponentOf(players: readonly string[]): string {
  const bots = new Set(players.flatMap((player) => (player.startsWith("bot:") ? [player.slice(4)] : [])));
  const people = players.some((player) => player !== ME && !player.startsWith("bot:"));
  return people ? "people" : ([...bots].at(0) ?? "people");
}

function companyOf(played: PlayedGame): string {
  return played.players.toSorted().join("\n");
}
