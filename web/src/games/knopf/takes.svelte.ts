// Where players choose what to take: all that is threatened is chosen at first, and a button can be left. The rules take
// one button at a time in the order of squares, so what was chosen is taken one after the other.

import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import type { KnopfProps } from "./extra";

export class Takes {
  readonly #props: KnopfProps;
  readonly #left = new SvelteSet<string>();
  #taking = $state(false);
  /** The version of the table that the last button was taken at: each is answered before the next is taken. */
  #sent = -1;

  /** To be made with a component. */
  constructor(props: KnopfProps) {
    this.#props = props;
    $effect(() => {
      if (!this.asked || props.refusal) untrack(() => this.#reset());
    });
    $effect(() => {
      if (this.#taking && this.open && props.version !== this.#sent) untrack(() => this.#next());
    });
  }

  /** Whether somebody at this browser is to choose. */
  get asked(): boolean {
    return this.#props.view.phase === "take" && this.#props.acting !== null;
  }

  /** Whether they can do so now: not while a button is leaving. */
  get open(): boolean {
    return this.asked && this.#props.choices.length > 0;
  }

  /** What is to be taken, from a1 to j10. */
  get chosen(): string[] {
    return this.asked ? this.#props.view.extra.takes.filter((cell) => !this.#left.has(cell)) : [];
  }

  get count(): number {
    return this.chosen.length;
  }

  has(cell: string): boolean {
    return this.open && this.#props.view.extra.takes.includes(cell);
  }

  toggle(cell: string): void {
    this.#props.onrefuse("");
    // where the last try was not what a lesson asks for, nothing has changed at the table, and this begins another
    this.#taking = false;
    this.#sent = -1;
    if (!this.#left.delete(cell)) this.#left.add(cell);
  }

  confirm(): void {
    this.#taking = true;
  }

  #next(): void {
    this.#sent = this.#props.version;
    this.#props.onpick(this.chosen[0] ?? "button:enough");
  }

  #reset(): void {
    this.#left.clear();
    this.#taking = false;
    this.#sent = -1;
  }
}
