// What is read out of the status line: also what was played up to a position that is looked back at, and how it ended.

import { manifestOf } from "../games/registry";
import { say, t } from "../i18n/i18n.svelte";
import { headline } from "./gameEnd";
import { statusLine } from "./statusLine";
import type { Table } from "./store.svelte";
import { lately } from "./turns";

/** ended: the game is over, and its last move has been seen. */
export function spokenLine(table: Table, ended: boolean): string {
  const line = statusLine(table);
  if (table.back !== null) return `${line}. ${playedBefore(table, table.back)}`;
  if (!ended) return line;
  // how it ended may just have been told with the last move
  return table.playback.spoken.at(-1)?.text === line ? headline(table) : `${headline(table)} ${line}`;
}

/** The same sentences that are seen there. */
function playedBefore(table: Table, actions: number): string {
  if (actions === 0) return t("look.start");
  const phrases = lately(table.actions.slice(0, actions), [], true, manifestOf(table.game));
  return phrases.map((phrase) => say(phrase)).join(" ");
}

/** A line is read out when it is another one, and again after something else was told meanwhile. */
export class LastLine {
  #line = "";
  #sentence = -1;

  /** sentence: the number of the last one that was told. */
  isNews(line: string, sentence: number): boolean {
    const news = line !== this.#line || sentence !== this.#sentence;
    this.#line = line;
    this.#sentence = sentence;
    return news;
  }
}
