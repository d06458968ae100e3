// A position on a board without a table: what is shown and picked, and what the player wants to do.

import { chosen, nextCells } from "../board-kit/choices";
import type { Choice, Phrase } from "../board-kit/contract";
import { say } from "../i18n/i18n.svelte";
import type { AnyEvent, Board, Change, NumberedEvent, Update, View } from "../net/types";
import { Playback } from "../table/playback.svelte";
import { choicesOf } from "../table/queries";
import { pick } from "../table/selection";
import { askAbout, type Action, type Shown } from "./api";

export class PositionStore {
  board = $state.raw<Board | null>(null);
  view = $state.raw<View | null>(null);
  position: Shown["position"] = {};
  last = $state.raw<string[]>([]);
  /** The cells that are spoken of. */
  look = $state.raw<readonly string[]>([]);
  /** Whether something is asked about the position, and not answered yet. */
  quiz = $state(false);
  picked = $state.raw<string[]>([]);
  preview = $state("");
  route = $state.raw<string[]>([]);
  refusal = $state("");
  /** How many steps of a move have been made that is put together piece by piece. */
  drafted = $state(0);
  /** Counts the positions that were shown at once. */
  opened = $state(0);
  /** Counts what happened here. */
  version = $state(0);
  /** The seat whose moves are made here; null: they are only watched. */
  you = $state<number | null>(null);
  /** Whether the moves of others stay long enough to be read. */
  unhurried = true;
  /** Whether moves are taken now. */
  open = $state(false);
  /** Called as each action is told: what it changed. */
  onact: (changes: readonly Change[]) => void = () => undefined;

  readonly playback = new Playback(
    ({ board }) => {
      this.clear();
      if (board) this.board = board;
    },
    (_, changes) => this.onact(changes),
    ({ view, last }) => {
      this.view = view;
      this.last = last;
    },
    (event) => this.unhurried && event.kind === "moved" && event.seat !== this.you,
  );

  /** onmove: the player has chosen a whole move. */
  constructor(
    readonly game: string,
    private readonly onmove: (move: string) => void,
  ) {}

  readonly choices: Choice[] = $derived.by(() =>
    this.acting === null || this.playback.showing || this.view === null ? [] : choicesOf(this.view),
  );
  readonly targets: Set<string> = $derived.by(() => nextCells(this.choices, this.picked));
  readonly starts: Set<string> = $derived.by(() => nextCells(this.choices, []));

  get acting(): number | null {
    const player = this.view?.player ?? -2;
    return this.open && player >= 0 && player === this.you ? player : null;
  }

  /** Show a position at once. */
  show(shown: Shown): void {
    this.clear();
    this.refusal = "";
    this.version++;
    this.opened++;
    this.position = shown.position;
    this.board = shown.board;
    this.view = shown.view;
    this.last = shown.last;
    this.look = [];
    this.playback.jump(shown.view, true);
  }

  /** Show what led to a position, move by move. */
  play(shown: Shown): void {
    this.refusal = "";
    this.look = [];
    this.version++;
    this.position = shown.position;
    this.playback.push(updateOf(shown, this.version));
  }

  pick(cell: string): void {
    this.refusal = "";
    this.clearPreview();
    const picked = pick(this.choices, this.picked, cell);
    if (picked === null) {
      if (this.choices.length > 0) void this.attempt([...this.picked, cell]);
      return;
    }
    this.picked = picked;
    const move = chosen(this.choices, picked);
    if (move !== null) this.move(move);
  }

  move(move: string): void {
    if (this.acting === null) return;
    this.clear();
    this.onmove(move);
  }

  /** Ask why picks make no move; what was picked stays. */
  async attempt(picks: readonly string[]): Promise<void> {
    if (this.acting !== null) this.refusal = say((await this.query("why_not", { picks })) as Phrase | null);
  }

  clear(): void {
    this.picked = [];
    this.clearPreview();
  }

  clearPreview(): void {
    this.preview = "";
    this.route = [];
  }

  showRoute(route: readonly string[]): void {
    this.route = [...route];
  }

  showMove(move: string, route: readonly string[]): void {
    this.picked = [];
    this.preview = move;
    this.route = [...route];
  }

  /** More about the position; null without an answer. Earlier positions are not kept. */
  async query(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    if (name === "position") return null;
    return askAbout(this.game, this.position, name, args).catch(() => null);
  }
}

/** What happened, in the form in which a table tells it. */
function updateOf(shown: Shown, version: number): Update {
  return {
    say: "update",
    table: "",
    version,
    events: shown.actions.map(eventOf),
    changes: shown.actions.flatMap(({ changes }) => changes),
    parts: shown.actions.map(({ changes }) => changes.length),
    view: shown.view as Update["view"],
    board: shown.board as Update["board"],
    last: shown.last,
  } as Update;
}

function eventOf({ player, move }: Action, index: number): NumberedEvent {
  const event =
    player < 0
      ? { kind: "thrown", throw: index, move }
      : { kind: "moved", seat: player, move, auto: false, late: false, by: "" };
  return { version: index, at: 0, event: event as AnyEvent };
}
