// Taken buttons: they fly to the tray of their taker, and their prints stay for two moves.

import { untrack } from "svelte";
import { reducedMotion } from "../../ui/reducedMotion";
import type { PieceData, Point } from "../../board-kit/contract";
import type { KnopfProps } from "./extra";
import { vanished, type Print } from "./geometry";

export interface Flight {
  id: number;
  side: number;
  from: Point;
  to: Point;
}

export class Captures {
  flights = $state.raw<Flight[]>([]);
  /** How many lie in the trays of red and blue: not yet those in the air. */
  lying = $state.raw<number[]>([0, 0]);
  prints = $state.raw<Print[]>([]);

  #pieces: Record<string, PieceData> = {};
  #latest: Print[] = [];
  readonly #flown: number[] = [];

  /** To be made with a component. `trayOf` tells where the place with that number is in a side's tray. */
  constructor(
    props: KnopfProps,
    place: (cell: string) => Point | null,
    trayOf: (side: number, place: number) => Point,
  ) {
    $effect(() => {
      for (const { id, at, side, gone } of props.tokens) {
        const from = place(at);
        if (!gone || from === null || this.#flown.includes(id) || reducedMotion()) continue;
        this.#flown.push(id);
        untrack(() => {
          const taker = 1 - side;
          const flying = this.flights.filter((flight) => flight.side === side).length;
          const to = trayOf(taker, (this.lying[taker] ?? 0) + flying);
          this.flights = [...this.flights, { id, side, from, to }];
        });
      }
    });
    $effect.pre(() => {
      const { taken } = props.view.extra;
      const flights = this.flights;
      this.lying = untrack(() => this.lying).map((now, side) =>
        flights.some((flight) => flight.side !== side) ? now : (taken[side] ?? 0),
      );
    });
    $effect.pre(() => {
      const pieces = props.view.pieces;
      if (pieces === this.#pieces) return;
      const before = this.#latest;
      this.#latest = vanished(
        this.#pieces,
        pieces,
        untrack(() => props.last),
      );
      // the answer of a computer comes at once, so what its turn began with stays to be seen
      const now = [...Object.keys(pieces), ...this.#latest.map(({ cell }) => cell)];
      this.prints = [...before.filter(({ cell }) => !now.includes(cell)), ...this.#latest];
      this.#pieces = pieces;
    });
  }

  landed(id: number): void {
    this.flights = this.flights.filter((flight) => flight.id !== id);
  }
}
