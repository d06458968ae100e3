// The time a player has left, from what the server says of the clock.

import type { ClockState } from "../net/types";

/** Milliseconds left for a seat at a moment of the server's time. */
export function timeLeft(clock: ClockState, seat: number, now: number): number {
  const left = clock.left[seat] ?? 0;
  return clock.seat === seat ? Math.max(0, left - Math.max(0, now - (clock.since ?? 0))) : left;
}

/** A time as on a chess clock: 9:05, and 1:02:00 from an hour on. What is begun counts: it says 0:00 only at the end. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const pad = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** The hour, and for another day also the day. */
export function sinceText(at: number, now: number, lang: string): string {
  const moment = new Date(at);
  const locale = lang === "en" ? "en-GB" : lang; // a day has 24 hours here
  const clock = moment.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  if (moment.toDateString() === new Date(now).toDateString()) return clock;
  return `${moment.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short" })}, ${clock}`;
}
