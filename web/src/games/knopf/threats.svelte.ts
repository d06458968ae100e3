// What the table tells of threats, asked anew for every position as long as somebody wants to see them.

import type { Table } from "../../table/store.svelte";
import type { Phrase } from "../../net/types";

export interface Threat {
  pair: [string, string];
  target: string;
  distance: number;
  reach: number;
  say: Phrase;
}

const KEPT = "knopf.threats";

export class Threats {
  wanted = $state(localStorage.getItem(KEPT) === "on");
  /** Those of red and those of blue. */
  sides = $state.raw<Threat[][]>([]);

  readonly #table: Table;

  /** To be made with a component: it listens as long as that is there. */
  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      const pieces = table.view?.pieces;
      if (!this.shown) this.sides = [];
      else
        void table.look("threats").then((found) => {
          if (this.shown && pieces === table.view?.pieces) this.sides = (found as Threat[][] | undefined) ?? [];
        });
    });
  }

  /** Not after the end: nobody will take anything any more. */
  get shown(): boolean {
    return this.wanted && this.#table.view?.phase !== "over";
  }

  toggle(): void {
    this.wanted = !this.wanted;
    localStorage.setItem(KEPT, this.wanted ? "on" : "off");
  }
}
