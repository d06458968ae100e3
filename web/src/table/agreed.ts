// What was agreed when a table was made, for those who come to it later.

import { t } from "../i18n/i18n.svelte";
import type { Created } from "../net/types";

/** Hints, the clock, and how long others may think about an answer. */
export function agreements({ game, hints, clock, answer_seconds: answer }: Created): string[] {
  const parts = [t(hints ? "agreed.hints" : "agreed.hints.none")];
  if (clock) {
    const times = t("clock.choice", { minutes: clock.seconds / 60, seconds: clock.increment ?? 0 });
    parts.push(
      times,
      t("clock.first"),
      `${t("clock.then").toLowerCase()}, ${t(clock.bot ? "clock.bot" : "clock.lose")}`,
    );
  } else parts.push(t("clock.none"));
  if (answer !== null) {
    const time = answer ? t("answer.seconds", { n: answer }) : t("answer.none");
    parts.push(`${t(`${game}.answer`).toLowerCase()}: ${time}`);
  }
  return parts;
}
