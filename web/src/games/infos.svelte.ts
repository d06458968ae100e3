// What the server tells of its games, kept for the names of games on every page.

import { lang } from "../i18n/i18n.svelte";
import { fetchGames, type Offer } from "../net/api";

const known = $state<{ names: Record<string, Record<string, string>> }>({ names: {} });

/** Ask the server which games there are, and keep their names. */
export async function loadGames(): Promise<Offer> {
  const offer = await fetchGames();
  known.names = Object.fromEntries(offer.games.map((game) => [game.id, game.name]));
  return offer;
}

/** For a page that needs the names alone; without a connection it does without. */
export async function loadGameNames(): Promise<void> {
  if (Object.keys(known.names).length === 0) await loadGames().catch(() => undefined);
}

/** The name of a game; that of the house while it is not known. */
export function gameName(game: string): string {
  return known.names[game]?.[lang()] ?? "Speelkist";
}
