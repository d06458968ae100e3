// The threats of a position, shown while they are switched on.

import type { Phrase } from "../../board-kit/contract";
import type { KnopfProps } from "./extra";
import type { ThreatData } from "./protocol";

const KEPT = "knopf.threats";

export class Threats {
  wanted = $state(false);

  /** Where the picked button would be threatened itself, once that is known. */
  exposed = $state.raw<readonly string[]>([]);

  readonly #props: KnopfProps;

  constructor(props: KnopfProps) {
    this.#props = props;
    this.wanted = props.kept?.(KEPT) === "on";
  }

  /** Not after the end: nothing will be taken any more; nor while a lesson asks about them. */
  get shown(): boolean {
    return this.wanted && this.#props.view.phase !== "over" && !this.#props.quiz;
  }

  /** Those of red and those of blue, as far as their buttons lie there: others may just be moving. */
  get lines(): ThreatData[][] {
    const { tokens, view } = this.#props;
    const lies = (cell: string): boolean =>
      tokens.some(({ at, side, gone }) => at === cell && !gone && side === view.pieces[cell]?.[0]);
    return view.extra.threats.map((own) => own.filter(({ pair, target }) => [...pair, target].every(lies)));
  }

  get sentences(): Phrase[] {
    return this.#props.view.extra.threats.flatMap((own, side) => own.map((threat) => sentence(side, threat)));
  }

  /** Ask where the button on this square would be threatened; while threats are not shown, nobody is warned. */
  ask(start: string | undefined): void {
    this.exposed = [];
    const { view, query } = this.#props;
    if (start === undefined || !this.shown || view.phase !== "move") return;
    const none = this.exposed;
    void query("exposed", { start }).then((squares) => {
      if (this.exposed === none) this.exposed = (squares as string[] | null) ?? [];
    });
  }

  toggle(): void {
    this.wanted = !this.wanted;
    this.#props.onkeep?.(KEPT, this.wanted ? "on" : "off");
  }
}

function sentence(seat: number, { pair: [first, second], target, distance, reach }: ThreatData): Phrase {
  const side = { key: `knopf.side.${seat === 0 ? "red" : "blue"}`, values: { seat } };
  return { key: "knopf.view.threat", values: { side, first, second, target, distance, reach } };
}
