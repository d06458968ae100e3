// The ways to go from what is picked, asked one after the other and kept while they hold.

import type { BoardProps } from "../../board-kit/contract";

export class KnownRoutes {
  /** The cells of each move that is known. */
  by = $state.raw<Record<string, string[]>>({});
  #asked = "";

  constructor(private readonly query: BoardProps["query"]) {}

  async learn(version: number, start: string, moves: readonly string[]): Promise<void> {
    const asked = `${version} ${start}`;
    if (this.#asked === asked) return;
    this.#asked = asked;
    this.by = {};
    for (const move of moves) {
      const route = (await this.query("route", { move })) as string[] | null;
      if (this.#asked !== asked) return;
      if (route) this.by = { ...this.by, [move]: route };
    }
  }
}
