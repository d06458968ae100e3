// The text of the status line: what to do now, or who is to move.

import { manifestOf } from "../games/registry";
import { has, say, sayIfKnown, t } from "../i18n/i18n.svelte";
import { nameAt } from "./people";
import type { Board, View } from "../net/types";
import type { Table } from "./store.svelte";
import { turnAt, turnsOf } from "./turns";

/** What to do now; for those who only wait, for whom. */
export function statusLine(table: Table): string {
  const view = table.view;
  if (view === null) return "";
  if (table.back !== null)
    return t("look.back", turnAt(turnsOf(table.actions, manifestOf(table.game)?.beforeThrow), table.back));
  if (table.status !== "playing") return table.ended === null ? "" : say(table.result?.say);
  if (table.playback.showing) return ""; // what was asked is over, and what is asked next has not been seen yet
  const seat = table.seats[view.player];
  const prompt = say(view.ask);
  if (seat === undefined) return prompt;
  if (seat.bot) return t("thinking");
  if (table.acting === null && !view.asked?.some((seat) => table.yours.includes(seat))) return awaited(table, view);
  return stepPrompt(table) ?? prompt;
}

/** For whom one waits, and what they may do where that is more than to move. */
function awaited(table: Table, view: View): string {
  const name = nameAt(table, view.player);
  const key = `${table.game}.waits.${view.phase}`;
  if (!has(key)) return t("turn.of", { name });
  return t(key, { n: view.asked?.length ?? 1, name });
}

/** Why a pick does nothing while somebody else is to move; empty where nobody is waited for. */
export function whyWait(table: Table): string {
  const player = table.view?.player ?? -1;
  const seat = table.seats[player];
  if (seat === undefined || table.acting !== null || table.status !== "playing") return "";
  if (table.back !== null || table.playback.showing) return "";
  return seat.bot ? t("wait.computer") : t("wait.person", { name: nameAt(table, player) });
}

/** A position in which a move has begun, at a table or not. */
export interface Begun {
  game: string;
  view: View | null;
  board: Board | null;
  picked: readonly string[];
  targets: ReadonlySet<string>;
}

/** Only a button is left to be pressed: it is named. */
function whichButton(begun: Begun, buttons: readonly string[]): string {
  const names = buttons.map((cell) => `“${say(begun.board?.cells.find(({ id }) => id === cell)?.name)}”`);
  return t("step.button", { names: names.join(` ${t("step.or")} `), n: names.length });
}

/** What to do next in a move that has begun: after a button, or in this phase after a cell, or after so many cells. */
export function stepPrompt(begun: Begun): string | null {
  const last = begun.picked.at(-1);
  if (last === undefined) return null;
  const left = [...begun.targets];
  if (left.length > 0 && left.every((cell) => cell.startsWith("button:"))) return whichButton(begun, left);
  const step = /^button:(.+)$/.exec(last)?.[1] ?? begun.view?.phase ?? "";
  const key = `${begun.game}.picked.${step}`;
  return sayIfKnown(`${key}.${begun.picked.length}`) ?? sayIfKnown(key);
}
