// What this browser saw of the dice of a table: the promise, the commitments, the nonces, the throws, and the nonces it
// drew itself. It is kept on the device, so that a reload loses nothing and nobody can change it afterwards: what the
// server sends again must be what it sent before. docs/dice.md has the steps.

import { forgetText, keepText, keptNames, keptText } from "../storage/kept";
// over plain http in a home network browsers offer no hashes of their own
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { randomHex } from "../net/browserKey";
import type { AnyEvent, NumberedEvent } from "../net/types";

/** Who adds to the dice where only bots play: whoever made the table. */
export const CREATOR = -1;

const PREFIX = "dice:";
const MOST_TABLES = 40;

export interface OwnNonce {
  nonce: string;
  /** It has left this browser in clear. */
  sent: boolean;
}

/** When this browser began to watch: before anybody showed a nonce, during the game, or after its end. */
export type CameIn = "start" | "play" | "end";

export interface KeptSeat {
  seat: number;
  name: string;
}

interface Kept {
  at: number;
  /** The last version that was seen, and everything about dice up to it: "version what". */
  through: number;
  entries: string[];
  own: OwnNonce[];
  /** The seats for which this browser revealed a nonce. */
  mine: number[];
  /** The seats that this browser has while the table waits, to take them again if they are freed. */
  seats: KeptSeat[];
  cameIn?: CameIn;
  /** The server has said something else than before, or something that may not happen. */
  broken: boolean;
}

/** The hash that binds this browser to a nonce; it covers the server's promise, so that it cannot be older. */
export function nonceCommitment(promised: string, nonce: string): string {
  const label = new TextEncoder().encode("speelkist nonce 1");
  return bytesToHex(sha256(concatBytes(label, hexToBytes(promised), hexToBytes(nonce))));
}

/** How far the game was, by the first events that a browser gets. */
function cameIn(events: readonly NumberedEvent[]): CameIn {
  const kinds = new Set(events.map(({ event }) => event.kind));
  if (kinds.has("ended")) return "end";
  return kinds.has("revealed") || kinds.has("moved") || kinds.has("thrown") ? "play" : "start";
}

function load(table: string): Kept {
  const empty: Kept = { at: 0, through: 0, entries: [], own: [], mine: [], seats: [], broken: false };
  try {
    return { ...empty, ...(JSON.parse(keptText(PREFIX + table) ?? "{}") as Partial<Kept>) };
  } catch {
    return empty;
  }
}

/** Old tables make way when there are too many. */
function prune(): void {
  const keys = keptNames().filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MOST_TABLES) return;
  const at = (key: string) => load(key.slice(PREFIX.length)).at;
  const oldest = keys.sort((first, second) => at(first) - at(second)).slice(0, keys.length - MOST_TABLES);
  for (const key of oldest) forgetText(key);
}

function entry(event: AnyEvent): string | null {
  switch (event.kind) {
    case "created":
      return `created ${event.commitment}`;
    case "seated":
      return `seated ${event.seat} ${event.commitment}`;
    case "committed":
      return `committed ${event.seats} ${event.commitment}`;
    case "revealed":
      return `revealed ${event.seats} ${event.nonce}`;
    case "seat_freed":
      return `freed ${event.seats}`;
    case "seat_transferred":
      return `transferred ${event.seat}`;
    case "thrown":
      return `thrown ${event.throw} ${event.move}`;
    case "undone":
      return `undone ${event.actions}`;
    default:
      return null;
  }
}

export class DiceLog {
  /** The hash of the seed, promised before anything else; empty where there are no dice. */
  promised = "";
  /** The seats whose browsers add to the dice. */
  people: number[] = [];
  commitments = new Map<number, string>();
  nonces = new Map<number, string>();
  /** How often nonces were made void before the game. */
  restarts = 0;
  #actions: (string | null)[] = [];
  #kept: Kept;

  constructor(readonly table: string) {
    this.#kept = load(table);
  }

  /** The server has changed what it said, or something happened that the steps forbid. */
  get broken(): boolean {
    return this.#kept.broken;
  }

  /** Of what happened before that, this browser knows only what the server told it afterwards. */
  get cameIn(): CameIn {
    return this.#kept.cameIn ?? (this.#kept.mine.length > 0 ? "start" : "play");
  }

  get own(): readonly OwnNonce[] {
    return this.#kept.own;
  }

  get mine(): readonly number[] {
    return this.#kept.mine;
  }

  get seats(): readonly KeptSeat[] {
    return this.#kept.seats;
  }

  set seats(seats: readonly KeptSeat[]) {
    if (JSON.stringify(seats) === JSON.stringify(this.#kept.seats)) return;
    this.#kept.seats = [...seats];
    this.#save();
  }

  /** The throws that stand. */
  get throws(): string[] {
    return this.#actions.filter((thrown) => thrown !== null);
  }

  /** Everybody has committed. */
  get allCommitted(): boolean {
    return this.people.every((seat) => this.commitments.has(seat));
  }

  get settled(): boolean {
    return this.people.every((seat) => this.nonces.has(seat));
  }

  take(events: readonly NumberedEvent[]): void {
    const known = new Set(this.#kept.entries);
    if (this.#kept.through === 0 && events.length > 0) this.#kept.cameIn = cameIn(events);
    for (const { version, event } of events) {
      const text = entry(event);
      const line = `${version} ${text}`;
      const fresh = version > this.#kept.through;
      if (fresh) {
        this.#kept.through = version;
        if (text !== null) this.#kept.entries.push(line);
      } else if (text === null ? this.#kept.entries.some((kept) => kept.startsWith(`${version} `)) : !known.has(line)) {
        this.#kept.broken = true;
      }
      if (!this.#allowed(event) || (fresh && this.#comesTooLate(event))) this.#kept.broken = true;
      this.#fold(event);
      // what was made void does not count as shown
      if (fresh && (event.kind === "seat_freed" || event.kind === "seat_transferred"))
        this.#kept.mine = this.#kept.mine.filter((seat) => this.commitments.has(seat));
    }
    if (events.length > 0 && this.promised !== "") this.#save();
  }

  /** Whether this may happen now: nobody commits twice or after a nonce was shown, and nothing is thrown before. */
  #allowed(event: AnyEvent): boolean {
    switch (event.kind) {
      case "created":
        return this.promised === "";
      case "seated":
        return event.commitment ? this.#mayCommit([event.seat]) : true;
      case "committed":
        return this.#mayCommit(this.#named(event.seats));
      case "revealed":
        return this.allCommitted && this.#named(event.seats).every((seat) => !this.nonces.has(seat));
      case "seat_freed":
        return !this.settled;
      case "moved":
      case "thrown":
        return this.settled;
      default:
        return true;
    }
  }

  /** Whether somebody commits who can know the nonce that this browser has shown, and that still stands. */
  #comesTooLate(event: AnyEvent): boolean {
    if ((event.kind !== "committed" && event.kind !== "seated") || !event.commitment) return false;
    return this.#shown().some((commitment) => commitment !== event.commitment);
  }

  /** The commitments that stand whose nonces have left this browser, whether or not the server has told of them. */
  #shown(): string[] {
    const standing = [...this.commitments.values()];
    const sent = this.#kept.own.filter((own) => own.sent).map((own) => nonceCommitment(this.promised, own.nonce));
    return sent.filter((commitment) => standing.includes(commitment));
  }

  #mayCommit(seats: readonly number[]): boolean {
    return this.nonces.size === 0 && seats.every((seat) => !this.commitments.has(seat));
  }

  #fold(event: AnyEvent): void {
    switch (event.kind) {
      case "created": {
        this.promised = event.commitment;
        const people = event.seats.flatMap((sitter, seat) => (sitter === "person" ? [seat] : []));
        this.people = this.promised === "" ? [] : people.length > 0 ? people : [CREATOR];
        break;
      }
      case "seated":
        if (event.commitment) this.commitments.set(event.seat, event.commitment);
        break;
      case "committed":
        for (const seat of this.#named(event.seats)) this.commitments.set(seat, event.commitment);
        break;
      case "revealed":
        for (const seat of this.#named(event.seats)) this.nonces.set(seat, event.nonce);
        break;
      case "seat_freed":
        this.#void(event.seats);
        break;
      case "seat_transferred":
        if (this.commitments.has(event.seat) && !this.nonces.has(event.seat)) this.#void([event.seat]);
        break;
      case "thrown":
        this.#actions.push(event.move);
        break;
      case "moved":
        this.#actions.push(null);
        break;
      case "undone":
        this.#actions.length = Math.min(this.#actions.length, event.actions);
        break;
    }
  }

  #named(seats: readonly number[]): readonly number[] {
    return seats.length > 0 ? seats : [CREATOR];
  }

  /** Nobody may commit knowing a nonce: with these seats all that revealed begin anew. A host who keeps a nonce to
   *  themselves, and frees its seat instead of telling it, has had a look at the dice all the same. */
  #void(seats: readonly number[]): void {
    if (this.nonces.size > 0 || this.#shown().length > 0) this.restarts++;
    for (const seat of [...seats, ...this.nonces.keys()]) this.commitments.delete(seat);
    this.nonces.clear();
  }

  /** The commitment to this browser's nonce. The nonce stays the same, however often it is sent: only if it was sent in
   *  clear and then made void, where others add to the dice too, a fresh one is drawn. */
  promise(alone: boolean): string {
    const last = this.#kept.own.at(-1);
    if (last === undefined || (last.sent && !alone)) {
      this.#kept.own.push({ nonce: randomHex(16), sent: false });
      this.#save();
    }
    return nonceCommitment(this.promised, this.#kept.own.at(-1)!.nonce);
  }

  /** The nonce that these seats of this browser committed to, which now leaves it; null if it was drawn elsewhere. */
  reveal(seats: readonly number[]): string | null {
    const promised = seats.map((seat) => this.commitments.get(seat));
    const own = this.#kept.own.find(({ nonce }) => promised.includes(nonceCommitment(this.promised, nonce)));
    return own === undefined ? null : this.#send(own, seats);
  }

  /** The last nonce, revealed together with its commitment. */
  revealLast(seats: readonly number[]): string {
    return this.#send(this.#kept.own.at(-1)!, seats);
  }

  /** The server has taken this browser's nonce for that of the creator. */
  confirmCreator(): void {
    this.#kept.mine = [CREATOR];
    this.#save();
  }

  #send(own: OwnNonce, seats: readonly number[]): string {
    own.sent = true;
    if (!seats.includes(CREATOR)) this.#kept.mine = [...seats]; // who made the table, only the server knows
    this.#save();
    return own.nonce;
  }

  #save(): void {
    const fresh = keptText(PREFIX + this.table) === null;
    keepText(PREFIX + this.table, JSON.stringify({ ...this.#kept, at: Date.now() }));
    if (fresh) prune();
  }
}
