// Lessons, examples and positions without a table, as the server gives them. It keeps nothing between two questions.

import { ask, type Block } from "../net/api";
import type { Board, Change, Phrase, View } from "../net/types";

/** A text in every language. */
export type Text = Record<"en" | "nl", string>;

export interface Titled {
  id: string;
  title: Text;
}

export interface LessonTitle extends Titled {
  aim: Text;
  steps: number;
}

export interface Action {
  player: number;
  move: string;
  changes: Change[];
}

/** A position to draw, with what led to it. */
export interface Shown {
  position: Record<string, unknown>;
  board: Board;
  view: View;
  actions: Action[];
  last: string[];
}

export interface Step {
  text: Text;
  look: string[];
  /** The way of a piece that it speaks of; in a question it belongs to the answer. */
  route: string[];
  answers: Text[];
  /** The player whose part the learner has. */
  you: number;
  shown: Shown;
}

export interface Lesson extends Titled {
  aim: Text;
  steps: Step[];
}

export interface Verdict {
  right: boolean;
  text: Text | null;
  why: Phrase | null;
  played: Shown | null;
}

/** How a task is done. */
export interface Way {
  move?: string;
  route?: string[];
  /** The sentence about the move. */
  tell?: Phrase;
  answer?: number;
}

export async function get<Answer>(path: string): Promise<Answer> {
  return (await (await ask(path)).json()) as Answer;
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return (await (await ask(path, { method: "POST", body: JSON.stringify(body) })).json()) as Answer;
}

export function fetchLessons(game: string): Promise<{ lessons: LessonTitle[]; examples: Titled[] }> {
  return get(`/api/games/${game}/lessons`);
}

export function fetchLesson(game: string, lesson: string): Promise<Lesson> {
  return get(`/api/games/${game}/lessons/${lesson}`);
}

/** Judge a try in a step, which is counted from 1. */
export function judge(
  game: string,
  lesson: string,
  step: number,
  attempt: { move: string } | { answer: number },
): Promise<Verdict> {
  return post(`/api/games/${game}/lessons/${lesson}/${step}`, attempt);
}

export function fetchWay(game: string, lesson: string, step: number): Promise<Way> {
  return post(`/api/games/${game}/lessons/${lesson}/${step}`, {});
}

export async function fetchExample(game: string, example: string): Promise<Shown> {
  return (await get<{ shown: Shown }>(`/api/games/${game}/examples/${example}`)).shown;
}

/** Play on from a position; throws are named like moves. Without a position from the start. */
export function playOn(game: string, position: Shown["position"] | null, moves: string[]): Promise<Shown> {
  return post(`/api/games/${game}/positions`, { position, moves });
}

export async function askAbout(
  game: string,
  position: Shown["position"],
  query: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  return (await post<{ answer: unknown }>(`/api/games/${game}/positions`, { position, query, args })).answer;
}

/** A picture of the rules page. */
export interface Picture {
  section: string;
  example: string;
  move: string;
  route: string[];
  look: string[];
  caption: Text;
  shown: Shown;
}

export function fetchPictures(game: string): Promise<{ minute: Text | null; pictures: Picture[] }> {
  return get(`/api/games/${game}/pictures`);
}

export async function fetchGameRules(game: string, lang: string): Promise<Block[]> {
  return (await get<{ blocks: Block[] }>(`/api/games/${game}/rules?lang=${lang}`)).blocks;
}

/** What happens next in a game of computers: a throw, or a move with its reason. */
export function fetchNext(
  game: string,
  position: Shown["position"] | null,
  strength: string,
): Promise<{ shown: Shown; reason: Phrase | null }> {
  return post(`/api/games/${game}/next`, { position, strength });
}

/** Something that is explained once in a first game. */
export interface Note {
  id: string;
  /** On whose turn it is due; any: at once. */
  turn: "own" | "other" | "any";
  phase: string;
  choice: string;
  mark: string;
  story: string;
  by: "" | "own" | "other";
  /** The notes after which it has nothing to tell any more. */
  before: string[];
  text: Text;
}

export async function fetchGuide(game: string): Promise<Note[]> {
  return (await get<{ notes: Note[] }>(`/api/games/${game}/guide`)).notes;
}
