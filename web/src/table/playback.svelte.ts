// What has happened at a table, shown one action after the other: pieces travel, dice roll, sounds are heard, and every
// action of somebody else stays long enough to be read before the next one begins.

import type { Token } from "../board-kit/contract";
import { say } from "../i18n/i18n.svelte";
import type { AnyEvent, Change, Update, View } from "../net/types";
import { quickPace } from "../ui/prefs.svelte";
import { reducedMotion } from "../ui/reducedMotion";
import { play as playSound } from "../ui/sound";
import { change, settle, withoutGone } from "./tokens";
import { afterLayout } from "./turns";

/** How long each kind of change is shown, in milliseconds. */
const SHOWN = { move: 280, swap: 280, put: 150, gone: 180, become: 120, throw: 600, note: 0 } as const;
/** With more updates waiting than this, changes are not shown one by one. */
const PATIENCE = 24;
/** How long a sentence takes to read, in milliseconds: at least, and for each letter. */
const READING = { least: 700, letter: 28, most: 2600 };
/** How long it stays to be seen who begins, in milliseconds: the dice that both have thrown, or what is told of the lots. */
const DECIDING = 1800;

/** A move or a throw with what it changed, moves that are taken back, or a hint that was asked for. */
interface Part {
  event: AnyEvent;
  changes: Change[];
}

/** How long a sentence stays for those who listen, in milliseconds: one that goes at once is never read to them. */
const READING_TIME = 5000;

export interface Sentence {
  number: number;
  text: string;
  /** When it was said, by the clock of the page. */
  at: number;
}

export class Playback {
  tokens = $state.raw<Token[]>([]);
  dice = $state.raw<number[] | null>(null);
  rolling = $state(false);
  /** Whether the pieces are ahead of the view. */
  showing = $state(false);
  /** Whether something waits to be shown until what is explained has been read. */
  held = $state(false);
  /** What has just happened, for those who listen: sentences, each with a number of its own. */
  spoken = $state.raw<readonly Sentence[]>([]);

  #waiting: Update[] = [];
  /** What is still to be shown of the present update. */
  #parts: Part[] = [];
  /** How many of them lay out a board. */
  #layout = 0;
  #sentences = 0;
  #jumps = 0;
  /** Until when the last sentence is to be read, by the clock of the page. */
  #reading = 0;
  /** How many letters have been told since somebody last had to read: a throw is read with what is done with it. */
  #letters = 0;
  /** Whether the board has been looked at. */
  #seen: Promise<void> | null = null;
  /** What is explained meanwhile, and has not been read yet. */
  #explaining: Promise<void> | null = null;

  /**
   * begin: an update is going to be shown; act: one of its actions is; end: all have been, and its position is the
   * present one. isOthers: whether an action needs to be read, being somebody else's.
   */
  constructor(
    private readonly begin: (update: Update) => void,
    private readonly act: (event: AnyEvent, changes: Change[]) => void,
    private readonly end: (update: Update) => void,
    private readonly isOthers: (event: AnyEvent) => boolean,
  ) {}

  /** Show a position at once, without what led to it. Pieces that stand right stay the same unless `anew`. */
  jump(view: View, anew = false): void {
    this.#jumps += 1;
    this.#letters = 0;
    // the list of moves misses none of those that are not shown
    for (const part of [...this.#parts.splice(0), ...this.#waiting.splice(0).flatMap(partsOf)])
      this.act(part.event, part.changes);
    this.tokens = settle(anew ? [] : this.tokens, view.pieces);
    this.dice = view.throw;
  }

  /** What happens next waits so many milliseconds at most, or until what this returns is called. */
  hold(milliseconds = Infinity): () => void {
    let read = (): void => undefined;
    const explaining = new Promise<void>((done) => (read = done));
    const go = (): void => {
      clearTimeout(timer);
      if (this.#explaining === explaining) this.#explaining = null;
      read();
    };
    const timer = milliseconds < Infinity ? setTimeout(go, milliseconds) : undefined;
    this.#explaining = explaining;
    return go;
  }

  /** What others do waits until what this returns is called: the board is to be seen first. */
  letLook(): () => void {
    let seen = (): void => undefined;
    this.#seen = new Promise<void>((done) => (seen = done));
    return seen;
  }

  push(update: Update): void {
    this.#waiting.push(update);
    if (!this.showing) void this.#show();
  }

  /** Show what is waiting. */
  async #show(): Promise<void> {
    this.showing = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const jumps = this.#jumps;
      this.#parts = partsOf(next);
      this.#layout = layoutParts(this.#parts);
      if (next.changes.length > 0 && this.#layout === 0) await this.#read(next);
      if (jumps !== this.#jumps) continue;
      this.begin(next);
      if (next.changes.length > 0) this.#dropReadOut();
      while (this.#parts.length > 0) await this.#playNext(next);
      if (jumps !== this.#jumps) continue;
      if (decides(next)) {
        this.#reading = performance.now() + DECIDING;
        await this.#read(next);
        if (jumps !== this.#jumps) continue;
      }
      this.tokens = settle(withoutGone(this.tokens), next.view.pieces);
      this.dice = next.view.throw;
      this.end(next);
    }
    this.showing = false;
  }

  async #playNext(update: Update): Promise<void> {
    if (this.#parts[0] && this.isOthers(this.#parts[0].event) && !this.#hurried) await this.#seen;
    // what chance adds without dice, such as a tile that is drawn, does not keep the board waiting for the position
    if (this.#parts[0]?.event.kind === "moved" || rolls(this.#parts[0])) await this.#read(update);
    const part = this.#parts[0];
    if (part === undefined) return;
    const jumps = this.#jumps;
    const later = rolls(part) || !travels(part);
    if (!later) this.#announce();
    const quick = reducedMotion() || this.#hurried;
    for (const step of part.changes) if (jumps === this.#jumps) await this.#step(step, quick);
    // nobody knows what comes up before the dice lie still, and what is laid or taken is told when that is seen
    if (later && jumps === this.#jumps) this.#announce();
    if (this.isOthers(part.event)) this.#reading = performance.now() + readingTime(this.#letters);
    else if (begins(part)) this.#reading = performance.now() + DECIDING;
    if (!rolls(part)) this.#letters = 0;
  }

  /** The next action is told, to the eye and to the ear. */
  #announce(): void {
    const part = this.#parts.shift();
    if (part === undefined) return;
    this.act(part.event, part.changes);
    const laid = this.#layout-- > 0;
    if (!laid) this.#letters += lettersOf(part.changes);
    const aloud = laid ? [] : part.changes.flatMap((step) => (step.say ? [say(step.say)] : []));
    const at = performance.now();
    this.spoken = [...this.spoken, ...aloud.map((text) => ({ number: this.#sentences++, text, at }))];
  }

  /** Told in place of what was told before, which holds no longer; "" is nothing. */
  tellInstead(text: string): void {
    this.spoken = text ? [{ number: this.#sentences++, text, at: performance.now() }] : [];
  }

  #dropReadOut(): void {
    const now = performance.now();
    this.spoken = this.spoken.filter(({ at }) => now - at < READING_TIME);
  }

  /** Nobody watches, or too much waits to be shown. */
  get #hurried(): boolean {
    return document.hidden || this.#waiting.length > PATIENCE;
  }

  /** Wait until what was shown last has been read; not where somebody has to answer in time. */
  async #read(update: Update): Promise<void> {
    await Promise.resolve(); // who explains the position that has just come, says so first
    while (this.#explaining !== null && !this.#hurried && !update.deadline) {
      this.held = true;
      await this.#explaining;
    }
    this.held = false;
    const left = this.#reading - performance.now();
    this.#reading = 0;
    if (left > 0 && !quickPace() && !this.#hurried && !update.deadline) await after(left);
  }

  async #step(step: Change, quick: boolean): Promise<void> {
    this.tokens = change(this.tokens, step);
    if (step.do === "move" || step.do === "put" || step.do === "swap") playSound("tap");
    if (step.do === "gone") playSound("take");
    if (step.do === "throw") {
      playSound("dice");
      this.dice = step.throw ?? null;
      this.rolling = !quick;
    }
    if (!quick && SHOWN[step.do] > 0) await after(SHOWN[step.do]);
    this.rolling = false;
    this.tokens = withoutGone(this.tokens);
  }
}

/** Whether dice fall. */
function rolls(part: Part | undefined): boolean {
  return part?.changes.some((step) => step.do === "throw") ?? false;
}

/** Whether an update ends with more dice than its position has: who threw the others only had to know who begins. */
function decides(update: Update): boolean {
  const last = partsOf(update)
    .at(-1)
    ?.changes.findLast((step) => step.do === "throw");
  return update.view.throw !== null && (last?.throw?.length ?? 0) > update.view.throw.length;
}

/** Whether lots decide who begins: the first that chance does in a game, if it is told and no board is laid out by it. */
function begins({ event, changes }: Part): boolean {
  return event.kind === "thrown" && event.throw === 0 && changes.every((step) => step.do === "note");
}

/** Whether something goes from place to place, so that its way is watched with the words. */
function travels({ changes }: Part): boolean {
  return changes.some((step) => step.do === "move" || step.do === "swap");
}

function after(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function lettersOf(changes: readonly Change[]): number {
  return changes.reduce((sum, step) => sum + (step.say && !step.unseen ? say(step.say).length : 0), 0);
}

function readingTime(letters: number): number {
  return Math.min(READING.most, READING.least + READING.letter * letters);
}

/** How many parts lay out a board before anybody moves; nobody wants to hear them one by one. */
function layoutParts(parts: readonly Part[]): number {
  const seated = parts.map(({ event }) => ({ seat: event.kind === "moved" ? event.seat : -1 }));
  return seated.length - afterLayout(seated).length;
}

/** The actions of an update, each with its changes. */
export function partsOf(update: Update): Part[] {
  const counts = [...(update.parts ?? [])];
  let at = 0;
  return update.events.flatMap(({ event }): Part[] => {
    if (event.kind === "undone" || event.kind === "hint_asked") return [{ event, changes: [] }];
    if (event.kind !== "moved" && event.kind !== "thrown") return [];
    const changes = update.changes.slice(at, at + (counts.shift() ?? 0));
    at += changes.length;
    return [{ event, changes }];
  });
}
