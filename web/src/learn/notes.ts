// When a note of a first game is due, from what is shown; patterns are those of the lessons.

import type { Phrase } from "../net/protocol";
import type { Note } from "./api";

export interface Moment {
  /** Whose turn it is to act; none while a move is still shown, or chance decides. */
  turn: "own" | "other" | "none";
  phase: string;
  /** The moves that may be made now. */
  moves: readonly string[];
  /** The words for what is marked on the board. */
  marks: readonly string[];
  /** Whether something that was told is still to be seen. */
  showing: boolean;
  /** What was told since the learner last moved, that move included. */
  story: readonly Phrase[];
  /** The learner's. */
  seat: number;
}

export function isDue(note: Note, moment: Moment): boolean {
  // it is explained with the board as it is then, and when nothing moves under the finger any more
  if (note.turn === "any" ? moment.showing : note.turn !== moment.turn) return false;
  if (note.phase !== "" && note.phase !== moment.phase) return false;
  if (note.mark !== "" && !moment.marks.includes(note.mark)) return false;
  if (note.story !== "" && !moment.story.some((phrase) => tells(note, phrase, moment.seat))) return false;
  return note.choice === "" || moment.moves.some((move) => pattern(note.choice).test(move));
}

/** Whether the moment has passed that a note is about, though the learner has done nothing. */
export function isOver(note: Note, { phase, turn }: Pick<Moment, "phase" | "turn">): boolean {
  const otherTurn = note.turn === "own" ? "other" : note.turn === "other" ? "own" : null;
  return (note.phase !== "" && note.phase !== phase) || turn === otherTurn;
}

/** Whether a note takes the place of the one that is shown: something is to be decided now, and that is told first. */
export function isUrgent(due: Note, shown: Note, guide: readonly Note[]): boolean {
  return due.turn === "own" && guide.indexOf(due) < guide.indexOf(shown);
}

/** The notes that are left when one is shown: neither that one, nor what would have announced it. */
export function leftAfter(shown: string, notes: readonly Note[]): Note[] {
  return notes.filter((note) => note.id !== shown && !note.before.includes(shown));
}

function tells(note: Note, phrase: Phrase, seat: number): boolean {
  return phrase.key === note.story && (note.by === "" || note.by === doer(phrase, seat));
}

/** Whose doing a sentence tells: the first player it names. */
function doer(phrase: Phrase, seat: number): "own" | "other" {
  for (const value of Object.values(phrase.values))
    if (typeof value === "object" && !Array.isArray(value) && "seat" in value.values)
      return value.values.seat === seat ? "own" : "other";
  return "other";
}

/** A pattern in which * stands for anything. */
function pattern(text: string): RegExp {
  const parts = text.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
