// What has happened at a table, shown one change after the other: pieces travel, dice roll, sounds are heard.

import type { Token } from "../board-kit/contract";
import { say } from "../i18n/i18n.svelte";
import type { Change, Update, View } from "../net/types";
import { reducedMotion } from "../ui/prefs.svelte";
import { play as playSound } from "../ui/sound";
import { change, settle, withoutGone } from "./tokens";

/** How long each kind of change is shown, in milliseconds. */
const SHOWN = { move: 280, swap: 280, put: 150, gone: 180, become: 120, throw: 600, note: 0 } as const;
/** With more updates waiting than this, changes are not shown one by one. */
const PATIENCE = 2;

export class Playback {
  tokens = $state.raw<Token[]>([]);
  dice = $state.raw<number[] | null>(null);
  rolling = $state(false);
  /** Whether the pieces are ahead of the view. */
  showing = $state(false);
  /** What has just happened, for those who listen. */
  spoken = $state("");

  #waiting: Update[] = [];

  /** begin: an update is going to be shown; end: it has been, and its position is the present one. */
  constructor(
    private readonly begin: (update: Update) => void,
    private readonly end: (update: Update) => void,
  ) {}

  /** Show a position at once, without what led to it. Pieces that stand right stay the same unless `anew`. */
  jump(view: View, anew = false): void {
    this.#waiting = [];
    this.tokens = settle(anew ? [] : this.tokens, view.pieces);
    this.dice = view.throw;
  }

  push(update: Update): void {
    this.#waiting.push(update);
    if (!this.showing) void this.#show();
  }

  /** Show what is waiting. */
  async #show(): Promise<void> {
    this.showing = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.begin(next);
      this.spoken = next.changes.flatMap((step) => (step.say ? [say(step.say)] : [])).join(" ");
      const quick = reducedMotion() || document.hidden || this.#waiting.length > PATIENCE;
      for (const step of next.changes) await this.#step(step, quick);
      this.tokens = settle(withoutGone(this.tokens), next.view.pieces);
      this.dice = next.view.throw;
      this.end(next);
    }
    this.showing = false;
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
    if (!quick && SHOWN[step.do] > 0) await new Promise((done) => setTimeout(done, SHOWN[step.do]));
    this.rolling = false;
    this.tokens = withoutGone(this.tokens);
  }
}
