// Taken buttons: they fly to the tray of their taker, and their squares stay marked for two moves.

import { untrack } from "svelte";
import { reducedMotion } from "../../ui/prefs.svelte";
import type { Table } from "../../table/store.svelte";
import type { PieceData, Point } from "../../net/types";
import { vanished } from "./geometry";

export interface Flight {
  id: number;
  side: number;
  from: Point;
  to: Point;
}

export class Taking {
  flights = $state.raw<Flight[]>([]);
  /** How many lie in the trays of red and blue: not yet those in the air. */
  lying = $state.raw<number[]>([0, 0]);
  squares = $state.raw<string[]>([]);

  #pieces: Record<string, PieceData> = {};
  #latest: string[] = [];
  readonly #flown: number[] = [];

  /** To be made with a component. `trayOf` tells where the place with that number is in a side's tray. */
  constructor(table: Table, place: (cell: string) => Point | null, trayOf: (side: number, place: number) => Point) {
    $effect(() => {
      for (const { id, at, side, gone } of table.tokens) {
        const from = place(at);
        if (!gone || from === null || this.#flown.includes(id) || reducedMotion()) continue;
        this.#flown.push(id);
        untrack(() => {
          const taker = 1 - side;
          const flying = this.flights.filter((one) => one.side === side).length;
          const to = trayOf(taker, (this.lying[taker] ?? 0) + flying);
          this.flights = [...this.flights, { id, side, from, to }];
        });
      }
    });
    $effect.pre(() => {
      const taken: number[] = table.view?.extra?.taken ?? [0, 0];
      const flights = this.flights;
      this.lying = untrack(() => this.lying).map((now, side) =>
        flights.some((one) => one.side !== side) ? now : (taken[side] ?? 0),
      );
    });
    $effect.pre(() => {
      const pieces = table.view?.pieces;
      if (pieces === undefined || pieces === this.#pieces) return;
      const before = this.#latest;
      this.#latest = vanished(
        this.#pieces,
        pieces,
        untrack(() => table.last),
      );
      // the answer of a computer comes at once, so what its turn began with stays to be seen
      const earlier = before.filter((cell) => pieces[cell] === undefined && !this.#latest.includes(cell));
      this.squares = [...earlier, ...this.#latest];
      this.#pieces = pieces;
    });
  }

  landed(id: number): void {
    this.flights = this.flights.filter((one) => one.id !== id);
  }
}
