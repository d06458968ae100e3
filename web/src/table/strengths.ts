// How strong the computer plays: five strengths, weakest first; and the bots that the server's host has added.

import { has, t } from "../i18n/i18n.svelte";

export const STRENGTHS = ["child", "family", "friend", "club", "master"];

/** The weak ones with which others are compared: nobody's choice where there is a strength. */
const PLAIN = ["random", "simple"];

/** The bots that can be given a seat: the strengths, then those of the server's host. */
export function offered(bots: readonly string[]): string[] {
  const known = STRENGTHS.filter((strength) => bots.includes(strength));
  const added = bots.filter((bot) => !STRENGTHS.includes(bot) && !PLAIN.includes(bot));
  return known.length > 0 ? [...known, ...added] : [...bots];
}

/** What a bot is called; the host's own ones have no other name than theirs. */
export function botName(bot: string): string {
  return has(`strength.${bot}`) ? t(`strength.${bot}`) : bot;
}

/** The bot that is proposed: the one played against last, if it is still there. */
export function usual(bots: readonly string[], last = ""): string {
  const strengths = offered(bots);
  if (strengths.includes(last)) return last;
  return strengths.includes("family") ? "family" : (strengths.at(-1) ?? "simple");
}
