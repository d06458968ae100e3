// When a note of a first game is due, from what is shown; patterns are those of the lessons.

import type { Note } from "./api";

export interface Moment {
  phase: string;
  /** The moves that may be made now. */
  moves: readonly string[];
  /** The keys of what was story since the learner's last move. */
  story: readonly string[];
}

export function isDue(note: Note, moment: Moment): boolean {
  if (note.phase !== "" && note.phase !== moment.phase) return false;
  if (note.story !== "" && !moment.story.includes(note.story)) return false;
  return note.choice === "" || moment.moves.some((move) => pattern(note.choice).test(move));
}

/** A pattern in which * stands for anything. */
function pattern(text: string): RegExp {
  const parts = text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
