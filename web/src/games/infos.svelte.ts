// What the server tells of each game, kept for every page: its name, and what counts in it.

import { lang } from "../i18n/i18n.svelte";
import { fetchGames, type Offer } from "../net/api";
import type { GameInfo } from "../net/types";

const known = $state<{ infos: Record<string, GameInfo> }>({ infos: {} });

/** Ask the server which games there are, and keep what it tells of them. */
export async function loadGames(): Promise<Offer> {
  const offer = await fetchGames();
  known.infos = Object.fromEntries(offer.games.map((game) => [game.id, game]));
  return offer;
}

/** Load what is told of the games if it is not known yet; a lost connection is not reported. */
export async function loadGameInfos(): Promise<void> {
  if (Object.keys(known.infos).length === 0) await loadGames().catch(() => undefined);
}

/** The name of a game; "Speelkist" while it is not known. */
export function gameName(game: string): string {
  return known.infos[game]?.name[lang()] ?? "Speelkist";
}

/** Whether the chance of a move is a share of the points, not a chance to win. */
export function countsPoints(game: string): boolean {
  return known.infos[game]?.scoring === "points";
}
