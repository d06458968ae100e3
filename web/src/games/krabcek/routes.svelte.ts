// The ways to go from what is picked, asked of the server one after the other and kept while they hold.

import type { Table } from "../../table/store.svelte";

export class KnownRoutes {
  /** The cells of each move that is known, by its notation. */
  by = $state.raw<Record<string, string[]>>({});
  #what = "";

  async learn(table: Table, start: string, moves: readonly string[]): Promise<void> {
    const what = `${table.number} ${start}`;
    if (this.#what === what) return;
    this.#what = what;
    this.by = {};
    for (const move of moves) {
      const found = (await table.look("route", move)) as string[] | undefined;
      if (this.#what !== what) return;
      if (found) this.by = { ...this.by, [move]: found };
    }
  }
}
