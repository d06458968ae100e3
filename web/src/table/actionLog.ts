// The actions of a game as they are listed: each with what is told of it, also that a hint was asked for before it.

import type { AnyEvent, Change, Phrase } from "../net/types";
import type { Action } from "./state.svelte";

export class ActionLog {
  /** The seat that has asked for a hint and not moved since, or -1. */
  #hinted = -1;

  /** sideOf: the player of a seat, as a sentence names them. */
  constructor(private readonly sideOf: (seat: number) => Phrase) {}

  /** The actions after one more event. */
  after(actions: Action[], event: AnyEvent, changes: readonly Change[]): Action[] {
    if (event.kind === "hint_asked") this.#hinted = event.seat;
    if (event.kind === "undone") return actions.slice(0, event.actions);
    if (event.kind !== "moved" && event.kind !== "thrown") return actions;
    const seat = event.kind === "moved" ? event.seat : -1;
    const story = changes.flatMap((step) => (step.say && !step.unseen ? [step.say] : []));
    const auto = event.kind === "moved" && event.auto ? { auto: true } : {};
    return [...actions, { seat, text: event.move, story, ...auto, ...this.#takeHint(seat) }];
  }

  #takeHint(seat: number): { hint?: Phrase } {
    if (seat < 0 || seat !== this.#hinted) return {};
    this.#hinted = -1;
    return { hint: { key: "table.hint.asked", values: { player: this.sideOf(seat) } } };
  }
}
