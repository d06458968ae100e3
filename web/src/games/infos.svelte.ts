// The games of the server, kept for their names, which every page shows.

import { lang } from "../i18n/i18n.svelte";
import { fetchGames, type Offer } from "../net/api";

const known = $state<{ names: Record<string, Record<string, string>> }>({ names: {} });

/** Ask the server which games there are, and keep their names. */
export async function loadGames(): Promise<Offer> {
  const offer = await fetchGames();
  known.names = Object.fromEntries(offer.games.map((game) => [game.id, game.name]));
  return offer;
}

/** Load the names if they are not known yet; a lost connection is not reported. */
export async function loadGameNames(): Promise<void> {
  if (Object.keys(known.names).length === 0) await loadGames().catch(() => undefined);
}

/** The name of a game; "Speelkist" while it is not known. */
export function gameName(game: string): string {
  return known.names[game]?.[lang()] ?? "Speelkist";
}
