// What is told beside the moves: who asked for a hint, what became of a request to take a move back, and for whom the
// computer plays on.

import { t } from "../i18n/i18n.svelte";
import type { AnyEvent } from "../net/types";
import { playerName, sidePhrase } from "./labels";
import type { Table } from "./store.svelte";

/** The computer plays on for somebody: who gave up, whose time is up, or who is away. */
type TakenOver = "seat.resigned" | "seat.late" | "seat.given";

export interface Notice {
  key: "hint.asked" | "undo.refused" | "undo.granted" | "undo.lapsed" | TakenOver | "seat.reclaimed";
  seat: number;
}

/** Who asks to take a move back. */
export type Asked = { seat: number } | null;

/** Told until whoever reads it moves: others may move at once. */
const LASTING = ["undo.lapsed", "seat.resigned", "seat.late", "seat.given", "seat.reclaimed"];
const ANSWERED = ["moved", "undone", "undo_refused", "ended"];
const NEW_QUESTION = [...ANSWERED, "thrown", "undo_asked", "deletion_asked"];

/** What is asked after one more event. */
export function askedAfter(asked: Asked, event: AnyEvent): Asked {
  if (event.kind === "undo_asked") return { seat: event.seat };
  return ANSWERED.includes(event.kind) ? null : asked;
}

/** Whether after an event something else is asked than before: a refusal was about that. */
export function asksAnew(event: AnyEvent): boolean {
  return NEW_QUESTION.includes(event.kind);
}

/** What is told after one more event, where `asked` was asked before it. */
export function noticeAfter(
  notice: Notice | null,
  event: AnyEvent,
  asked: Asked,
  yours: readonly number[],
): Notice | null {
  if (event.kind === "hint_asked") return yours.includes(event.seat) ? null : { key: "hint.asked", seat: event.seat };
  if (event.kind === "undo_refused")
    return yours.includes(event.seat) ? null : { key: "undo.refused", seat: event.seat };
  // where nobody had to agree it is no news
  if (event.kind === "undone") return asked === null ? null : { key: "undo.granted", seat: event.seat };
  if (event.kind === "ended") return null;
  if (event.kind === "resigned") return { key: "seat.resigned", seat: event.seat };
  if (event.kind === "time_up") return { key: "seat.late", seat: event.seat };
  // why it is given away has been told
  if (event.kind === "seat_given_to_bot")
    return isAbout(notice, event.seat) ? notice : { key: "seat.given", seat: event.seat };
  if (event.kind === "seat_reclaimed")
    return yours.includes(event.seat) ? null : { key: "seat.reclaimed", seat: event.seat };
  if (event.kind !== "moved") return notice;
  if (yours.includes(event.seat)) return null;
  // several may move before whoever asked has read it
  if (asked !== null && yours.includes(asked.seat)) return { key: "undo.lapsed", seat: asked.seat };
  return notice !== null && LASTING.includes(notice.key) ? notice : null;
}

function isAbout(notice: Notice | null, seat: number): boolean {
  return notice?.seat === seat && (notice.key === "seat.resigned" || notice.key === "seat.late");
}

export function noticeText(table: Table): string {
  if (table.notice === null) return "";
  const { key, seat } = table.notice;
  // whoever sits here alone is spoken to
  if (key.startsWith("seat.") && table.yours.length === 1 && table.yours[0] === seat) return t(`${key}.you`);
  const player = sidePhrase(table.game, table.seats[seat]?.side ?? "", seat);
  return t(key, { name: playerName(table, seat), player });
}
