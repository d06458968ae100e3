// What chance does is called throws, or draws in a game that says so.

import { manifestOf } from "../games/registry";
import { t } from "../i18n/i18n.svelte";

/** A text about chance, in the words of the game. */
export function chanceText(game: string, key: string, values: Parameters<typeof t>[1] = {}): string {
  return t(manifestOf(game)?.chanceDraws ? `${key}.draws` : key, values);
}
