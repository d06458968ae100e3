// Hints for one position: up to three moves that the computer proposes.

import { manifestOf } from "../games/registry";
import { say, t } from "../i18n/i18n.svelte";
import { canBeShown } from "./labels";
import type { Table } from "./store.svelte";
import type { HintData, Suggestion } from "../net/types";

export class Hints {
  answer = $state.raw<HintData | null>(null);
  asking = $state(false);
  /** The suggestion that is shown where there is room for one only. */
  index = $state(0);

  constructor(readonly table: Table) {}

  get current(): Suggestion | undefined {
    return this.answer?.moves[this.index];
  }

  /** Whether something of them is to be seen. */
  get open(): boolean {
    return this.asking || this.answer !== null;
  }

  /** Whether the table was made without hints. */
  get off(): boolean {
    return !this.table.withHints;
  }

  /** Why there is no hint now, in a sentence; null where one can be asked for. */
  get refused(): string | null {
    const { acting, game, playback, view } = this.table;
    if (this.off) return t("hint.off");
    if (playback.showing || acting === null) return t("hint.turn"); // what is seen may not yet be the position
    if (view?.no_help) return say(view.no_help);
    // nobody is advised on what they have to do; and such a move is not listed as one made with a hint
    return manifestOf(game)?.choicesAreComplete === true && view?.choices.length === 1 ? t("hint.only") : null;
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    if (this.refused !== null) {
      this.table.refusal = this.refused;
      return;
    }
    const asked = this.table.actions;
    this.asking = true;
    const answer = await this.table.hint();
    this.asking = false;
    if (answer === null || asked !== this.table.actions) return;
    this.answer = answer;
    this.index = 0;
    // whoever has begun a move meanwhile keeps what they picked, and has it shown if they want to
    if (this.table.picked.length === 0) this.look(0);
  }

  /** Show a suggestion on the board; after the last comes the first. */
  look(index: number): void {
    const moves = this.answer?.moves ?? [];
    this.index = (index + moves.length) % Math.max(1, moves.length);
    const suggestion = this.current;
    if (suggestion !== undefined && canBeShown(this.table.game, suggestion.move))
      void this.table.previewMove(suggestion.move);
    else this.table.clearPreview();
  }

  /** The position has changed: the hints are no longer valid. */
  forget(): void {
    this.answer = null;
  }

  /** Closed by the player: the move shown on the board goes too. */
  close(): void {
    this.table.clearPreview();
    this.forget();
  }
}
