// What the computer would do here: up to three moves, for one position only.

import { canBeShown } from "./labels";
import type { Table } from "./store.svelte";
import type { HintData, Suggestion } from "../net/types";

export class Hints {
  answer = $state.raw<HintData | null>(null);
  asking = $state(false);
  /** Which of them is looked at where there is room for one only. */
  index = $state(0);

  constructor(readonly table: Table) {}

  get current(): Suggestion | undefined {
    return this.answer?.moves[this.index];
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    const asked = this.table.version;
    this.asking = true;
    const answer = await this.table.hint();
    this.asking = false;
    if (answer === null || asked !== this.table.version) return;
    this.answer = answer;
    this.look(0);
  }

  /** Look at one of them on the board; after the last comes the first. */
  look(index: number): void {
    const moves = this.answer?.moves ?? [];
    this.index = (index + moves.length) % Math.max(1, moves.length);
    const suggestion = this.current;
    if (suggestion !== undefined && canBeShown(this.table.game, suggestion.move))
      void this.table.previewMove(suggestion.move);
    else this.table.clearPreview();
  }

  /** The position has changed, or they are read. */
  forget(): void {
    this.answer = null;
  }

  /** Put away by hand: then the board is bare again, too. */
  close(): void {
    this.table.clearPreview();
    this.forget();
  }
}
