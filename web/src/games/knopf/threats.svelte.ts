// The threats of a position, asked again for every position while they are switched on.

import { keepText, keptText } from "../../storage/kept";
import type { Phrase } from "../../board-kit/contract";
import type { KnopfProps } from "./extra";

export interface Threat {
  pair: [string, string];
  target: string;
  distance: number;
  reach: number;
  say: Phrase;
}

const KEPT = "knopf.threats";

export class Threats {
  wanted = $state(keptText(KEPT) === "on");
  /** Those of red and those of blue; null until they are known. */
  sides = $state.raw<Threat[][] | null>(null);

  readonly #props: KnopfProps;

  /** To be made with a component: it listens as long as that is there. */
  constructor(props: KnopfProps) {
    this.#props = props;
    $effect(() => {
      const pieces = props.view.pieces;
      this.sides = null; // those of the position before it would be wrong, and "none" perhaps too
      if (this.shown)
        void props.query("threats").then((threats) => {
          if (this.shown && pieces === props.view.pieces) this.sides = threats as Threat[][] | null;
        });
    });
  }

  /** Not after the end: nothing will be taken any more; nor while a lesson asks about them. */
  get shown(): boolean {
    return this.wanted && this.#props.view.phase !== "over" && !this.#props.quiz;
  }

  toggle(): void {
    this.wanted = !this.wanted;
    keepText(KEPT, this.wanted ? "on" : "off");
  }
}
