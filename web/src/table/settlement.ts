// Settling the dice before a game: this browser commits to its nonce, and reveals it when all have committed. Nobody has
// to press anything. A seat that was freed while this browser was away is taken again.

import { CREATOR, DiceLog } from "./diceLog";
import { Rejected } from "../net/socket";
import type { NumberedEvent, SeatView, TableRequestMessage } from "../net/types";

const RETRY = 2000;

type Ask = (message: TableRequestMessage) => Promise<unknown>;

export class Settlement {
  readonly seen: DiceLog;
  #asking = false;
  #yours: readonly number[] = [];
  #seats: readonly SeatView[] = [];
  #status = "";

  constructor(
    table: string,
    private readonly ask: Ask,
  ) {
    this.seen = new DiceLog(table);
  }

  /** After every message about the table: what has happened, and how it stands. */
  follow(events: readonly NumberedEvent[], yours: readonly number[], seats: readonly SeatView[], status: string): void {
    this.seen.take(events);
    this.#yours = yours;
    this.#seats = seats;
    this.#status = status;
    if (this.seen.promised === "") return;
    this.#rememberSeats();
    void this.#contribute();
  }

  /** The commitment to send with a seat that is taken. */
  promise(): string {
    return this.seen.promised === "" ? "" : this.seen.promise(this.#alone());
  }

  #rememberSeats(): void {
    if (this.#status !== "waiting") this.seen.seats = [];
    else if (this.#yours.length > 0)
      this.seen.seats = this.#yours.map((seat) => ({ seat, name: this.#seats[seat]?.name ?? "" }));
  }

  /** Nobody else adds to these dice. */
  #alone(): boolean {
    return this.seen.people.every((seat) => seat === CREATOR || this.#yours.includes(seat));
  }

  #due(): TableRequestMessage | null {
    if (this.#status !== "waiting") return null;
    const { seen } = this;
    const lost = seen.seats.find(({ seat }) => !this.#yours.includes(seat) && !this.#seats[seat]?.taken);
    if (lost !== undefined) return { say: "sit", ...lost, commitment: this.promise() };
    const own = seen.people.filter((seat) => seat === CREATOR || this.#yours.includes(seat));
    if (own.length === 0) return null;
    if (own.some((seat) => !seen.commitments.has(seat))) {
      const commitment = this.promise();
      return { say: "commit", commitment, nonce: this.#alone() ? seen.revealLast(own) : "" };
    }
    if (!seen.allCommitted || own.every((seat) => seen.nonces.has(seat))) return null;
    const nonce = seen.reveal(own);
    return nonce === null ? null : { say: "reveal", nonce };
  }

  async #contribute(): Promise<void> {
    if (this.#asking) return;
    const message = this.#due();
    if (message === null) return;
    this.#asking = true;
    let failed = false;
    try {
      await this.ask(message);
      if (message.say === "commit" && this.seen.people[0] === CREATOR) this.seen.confirmCreator();
    } catch (error) {
      // what the server could not store is asked again; a refusal means that the table has moved on
      failed = error instanceof Rejected && error.why.key.startsWith("server.store");
    }
    this.#asking = false;
    if (failed) setTimeout(() => void this.#contribute(), RETRY);
    else if (JSON.stringify(this.#due()) !== JSON.stringify(message)) await this.#contribute();
  }
}
