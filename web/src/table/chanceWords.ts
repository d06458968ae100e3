// What chance does is called throws, or draws in a game that says so.

import { manifestOf } from "../games/registry";
import { addTexts, t } from "../i18n/i18n.svelte";
import en from "./chanceText.en.json";
import nl from "./chanceText.nl.json";

addTexts({ en, nl }); // what stands at a table before its dice are checked; the chest needs none of it

/** A text about chance, in the words of the game. */
export function chanceText(game: string, key: string, values: Parameters<typeof t>[1] = {}): string {
  return t(manifestOf(game)?.chanceDraws ? `${key}.draws` : key, values);
}
