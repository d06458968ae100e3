// A table as this page sees it: the state the server sends, what the player picks, and the commands to the server.

import { isLocal, noteDeviceTable } from "../net/site";
import { ActionLog } from "./actionLog";
import { chosen, nextCells } from "../board-kit/choices";
import type { Choice, Phrase } from "../board-kit/contract";
import { deleteTable, fetchPast, fetchStory } from "../net/api";
import { sidePhrase } from "./labels";
import { askedAfter, asksAnew, noticeAfter } from "./notices";
import { ownSeats } from "./people";
import { partsOf, Playback } from "./playback.svelte";
import { choicesOf, listedOnce, runQuery } from "./queries";
import { pick, sameChoices } from "./selection";
import { Settlement } from "./settlement";
import { TableState } from "./state.svelte";
import { whyWait } from "./statusLine";
import { takenBack } from "./takeBack";
import { Words } from "./words.svelte";
import { Connection, Rejected } from "../net/socket";
import { play as playSound } from "../ui/sound";
import type {
  Accepted,
  Analysis,
  AnyEvent,
  TableRequestMessage,
  Change,
  FromServer,
  HintData,
  NumberedEvent,
  Snapshot,
  Update,
  Word,
} from "../net/types";
import { say, t } from "../i18n/i18n.svelte";

export class Table extends TableState {
  #connection: Connection;
  readonly playback = new Playback(
    (update) => this.#beginUpdate(update),
    (event, changes) => this.#addAction(event, changes),
    (update) => this.#endUpdate(update),
    (event) => event.kind === "moved" && (!this.yours.includes(event.seat) || !!this.seats[event.seat]?.bot),
  );
  readonly words = new Words();
  /** The dice, as this browser has seen them. */
  readonly settlement: Settlement;
  /** Counts what happened to the dice. */
  settled = $state(0);
  #looked = 0;
  #moves = 0; // updates received that changed the board, be they shown already or not
  readonly #log = new ActionLog((seat) => sidePhrase(this.game, this.seats[seat]?.side ?? "", seat));
  /** Back from an earlier position: no piece is the one that stood there. */
  #fresh = false;

  constructor(readonly id: string) {
    super();
    this.settlement = new Settlement(id, (message) => this.#connection.ask({ ...message, table: id }));
    this.#connection = new Connection(
      id,
      (message) => this.#onMessage(message),
      (state) => (this.connection = state),
      () => void this.#watch(),
    );
  }

  close(): void {
    this.#connection.stop();
  }

  // --- selection and commands ---

  /** Whether hints may be asked for here: where people at other browsers play, only if the table was made with them. */
  get withHints(): boolean {
    const seats = this.created?.seats ?? [];
    return (
      this.created?.hints === true || seats.every((planned, seat) => planned !== "person" || this.yours.includes(seat))
    );
  }

  /** The seat that acts now, if it is one of this browser's. */
  get acting(): number | null {
    if (this.back !== null) return null;
    const player = this.view?.player ?? -2;
    return this.status === "playing" && this.yours.includes(player) && !this.seats[player]?.bot ? player : null;
  }

  /** Whether people at other browsers play along. */
  get byLink(): boolean {
    return this.seats.some(
      (seat, index) => seat.taken && this.created?.seats[index] === "person" && !this.yours.includes(index),
    );
  }

  readonly choices: Choice[] = $derived.by(() =>
    this.acting === null || this.playback.showing || this.view === null ? [] : choicesOf(this.view),
  );

  readonly targets: Set<string> = $derived.by(() => nextCells(this.choices, this.picked));

  /** The cells that begin a move, whatever is picked. */
  readonly starts: Set<string> = $derived.by(() => nextCells(this.choices, []));

  pick(cell: string): void {
    this.refusal = "";
    this.clearPreview();
    const choices = this.choices;
    const picked = pick(choices, this.picked, cell);
    if (picked === null) {
      if (choices.length > 0) void this.attempt([...this.picked, cell]);
      else this.refusal = whyWait(this);
      return;
    }
    this.picked = picked;
    const move = chosen(choices, this.picked);
    if (move !== null) void this.play(move);
  }

  clearSelection(): void {
    this.picked = [];
    this.clearPreview();
  }

  /** Show a move and its route on the board without making it, also in an earlier position. */
  async previewMove(move: string): Promise<void> {
    this.picked = [];
    this.preview = move;
    this.route = [...(this.choices.find((choice) => choice.move === move)?.path ?? [])];
    if (this.route.length > 0) return;
    const route = await this.query("route", { move });
    if (this.preview === move) this.route = (route as string[] | null) ?? [];
  }

  clearPreview(): void {
    this.preview = "";
    this.route = [];
  }

  async play(move: string): Promise<boolean> {
    const seat = this.acting;
    if (seat === null) return false;
    this.clearSelection();
    this.answered = this.version;
    const accepted = await this.#do({ say: "play", seat, seen: this.version, move });
    if (!accepted) this.answered = -1;
    return accepted;
  }

  /** For a seat of this browser that is not to move: the first answer counts there, whoever gives it. */
  playFor(seat: number, move: string): Promise<boolean> {
    return this.#do({ say: "play", seat, seen: this.version, move });
  }

  /** Ask why picks make no move; what was picked stays. */
  async attempt(picks: readonly string[]): Promise<void> {
    if (this.acting === null) return;
    this.refusal = say((await this.query("why_not", { picks })) as Phrase | null);
  }

  sit(seat: number, name: string): Promise<boolean> {
    return this.#do({ say: "sit", seat, name, commitment: this.settlement.promise() });
  }

  undo(): Promise<boolean> {
    return this.#do({ say: "undo", seat: this.#mine(), seen: this.version });
  }

  answerUndo(yes: boolean): Promise<boolean> {
    const seat = this.yours.find((own) => own !== this.asked?.seat) ?? this.#mine();
    return this.#do({ say: "answer", seat, seen: this.version, yes });
  }

  /** Have the game deleted, or agree with whoever asked for it. */
  async agreeToDelete(): Promise<void> {
    await deleteTable(this.id);
  }

  /** Decline to have the game deleted, or take back that one asked for it. */
  keep(): Promise<boolean> {
    return this.#do({ say: "keep", seat: this.#mine() });
  }

  resign(): Promise<boolean> {
    return this.#do({ say: "resign", seat: this.acting ?? this.#mine() });
  }

  /** A rematch, on the same board or on another random one. */
  playAgain(another = false): Promise<boolean> {
    return this.#do({ say: "rematch", another });
  }

  give(seat: number, bot: string): Promise<boolean> {
    return this.#do({ say: "give_to_bot", seat, bot });
  }

  takeBack(seat: number): Promise<boolean> {
    return this.#do({ say: "reclaim", seat });
  }

  rename(seat: number, name: string): Promise<boolean> {
    return this.#do({ say: "rename", seat, name });
  }

  sayWord(word: Word): Promise<boolean> {
    return this.#do({ say: "word", seat: this.acting ?? this.#mine(), word });
  }

  async hint(): Promise<HintData | null> {
    const answer = await this.#ask({ say: "hint", seat: this.acting ?? this.#mine() });
    return listedOnce(answer?.data as HintData | undefined);
  }

  /** How the game went, once it is over. */
  async analyse(progress: (done: number, of: number) => void): Promise<Analysis | null> {
    const answer = await this.#ask({ say: "analyse" }, progress);
    return (answer?.data as Analysis | undefined) ?? null;
  }

  async code(seat: number): Promise<string | null> {
    const answer = await this.#ask({ say: "code", seat });
    return (answer?.data as { code: string } | undefined)?.code ?? null;
  }

  /** More about the position that is shown, be it the present or an earlier one; null without an answer. */
  query(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    return runQuery((message) => this.#query(message), this.id, this.back, name, args);
  }

  /** Look at an earlier position; the game goes on undisturbed. */
  async lookBack(actions: number): Promise<void> {
    const asked = ++this.#looked;
    const past = await fetchPast(this.id, actions);
    if (asked !== this.#looked) return; // another position was asked for meanwhile
    this.clearSelection();
    this.back = actions;
    this.board = past.board;
    this.playback.jump(past.view, true);
    this.last = past.last;
    this.view = past.view;
  }

  /** Back to the present. */
  async lookNow(): Promise<void> {
    this.#looked++;
    this.back = null;
    this.replay = false;
    this.#fresh = true;
    await this.#watch();
  }

  #mine(): number {
    return this.yours[0] ?? 0;
  }

  async #do(message: TableRequestMessage): Promise<boolean> {
    return (await this.#ask(message)) !== null;
  }

  async #ask(message: TableRequestMessage, progress?: (done: number, of: number) => void): Promise<Accepted | null> {
    this.refusal = "";
    try {
      return await this.#connection.ask({ ...message, table: this.id }, progress);
    } catch (error) {
      this.refusal = error instanceof Rejected ? say(error.why) : t("lost");
      return null;
    }
  }

  /** A query changes nothing; one that failed is not reported, nor one about a later position than the one shown. */
  async #query(message: TableRequestMessage): Promise<unknown> {
    const moves = this.#moves;
    const answer = await this.#connection.ask({ ...message, table: this.id }).catch(() => null);
    return moves === this.#moves ? (answer?.data ?? null) : null;
  }

  // --- messages of the server ---

  async #watch(): Promise<void> {
    try {
      await this.#connection.ask({ say: "watch", table: this.id, seen: this.version });
    } catch {
      this.unknown = true;
    }
  }

  #onMessage(message: FromServer): void {
    if (message.say === "snapshot" && message.table === this.id) this.#applySnapshot(message);
    else if (message.say === "update" && message.table === this.id) this.#applyUpdate(message);
    else if (message.say === "presence" && message.table === this.id) {
      this.present = message.present;
      this.away = message.away ?? [];
      this.watchers = message.watchers;
    } else if (message.say === "word_said" && message.table === this.id) this.words.said(message.seat, message.word);
    else if (message.say === "table_deleted" && message.table === this.id) this.deleted = true;
    else if (message.say === "welcome" || message.say === "compile_status") {
      this.compileStatus = message.compile_status;
      if (message.say === "welcome") this.skew = Date.now() - message.now;
      this.networkClosed = false;
    } else if (message.say === "closing") this.networkClosed = message.reason === "network closed";
  }

  #applySnapshot(message: Snapshot): void {
    const live = this.version > 0;
    this.version = message.version;
    this.seats = message.seats;
    this.present = message.seats.map((seat) => seat.present ?? false);
    this.#own(message.yours);
    this.status = message.state;
    this.board = message.board;
    this.last = message.last;
    this.deadline = message.deadline ?? null;
    this.clock = message.clock ?? null;
    this.away = message.away ?? [];
    this.#remember(message.events, live);
    if (!sameChoices(this.view, message.view)) this.picked = [];
    this.playback.jump(message.view, this.#fresh);
    for (const { event } of message.events) this.#addAction(event, [], false);
    if (this.actions.some(({ story }) => story.length === 0)) void this.#loadStory();
    this.#fresh = false;
    this.view = message.view;
    this.result = message.view.result;
  }

  #applyUpdate(message: Update): void {
    if (message.version <= this.version) return;
    this.version = message.version;
    if (message.seats) this.seats = message.seats;
    if (message.yours) this.#own(message.yours);
    if (message.state) this.status = message.state;
    this.clock = message.clock ?? null;
    if (message.changes.length > 0) this.#moves++;
    this.#remember(message.events, true);
    if (this.back === null) this.playback.push(message);
    // while looking back the list goes on; a snapshot is fetched on the way back to the present
    else for (const { event, changes } of partsOf(message)) this.#addAction(event, changes);
  }

  #own(yours: number[]): void {
    this.seatMoved = yours.length === 0 && (this.seatMoved || this.yours.length > 0);
    this.yours = yours;
  }

  #beginUpdate({ changes, view, board }: Update): void {
    if (changes.length > 0 || !sameChoices(this.view, view)) this.clearSelection();
    if (board) this.board = board;
  }

  /** The list of moves grows as they are shown, and never tells more than the board. */
  #addAction(event: AnyEvent, changes: Change[], live = true): void {
    if (live && event.kind === "undone") this.playback.tellInstead(takenBack(this, event.actions));
    this.actions = this.#log.after(this.actions, event, changes);
  }

  /** What was told of the moves before this page was opened. */
  async #loadStory(): Promise<void> {
    try {
      const story = await fetchStory(this.id);
      this.actions = this.actions.map((action, index) =>
        action.story.length > 0 ? action : { ...action, story: story[index] ?? [] },
      );
    } catch {
      // the list shows the moves as they are written
    }
  }

  #endUpdate({ last, deadline, view }: Update): void {
    this.last = last;
    this.deadline = deadline ?? null;
    this.view = view;
    if (view.result !== null && this.result === null) playSound("end");
    this.result = view.result;
  }

  /** live: this page knew the table before these events came. */
  #remember(events: NumberedEvent[], live: boolean): void {
    for (const { event, at } of events) {
      if (["moved", "thrown", "undone", "seated"].includes(event.kind)) this.movedAt = at;
      if (event.kind === "created") {
        this.created = event;
        this.game = event.game;
      } else if (event.kind === "ended") {
        this.ended = event;
        this.endedAt = at;
      } else if (event.kind === "rematched") {
        this.rematch = event.table;
        if (isLocal(this.id) && !isLocal(event.table)) noteDeviceTable(event.table);
        this.rematchBy = event.by;
        // whoever asked goes there at once; the others are asked
        this.followRematch = live && this.yours.includes(event.by);
      }
      if (asksAnew(event)) this.refusal = "";
      if (event.kind === "resigned" || event.kind === "time_up") this.out = [...this.out, event.seat];
      this.notice = noticeAfter(this.notice, event, this.asked, ownSeats(this));
      if (event.kind === "deletion_asked") this.deletionAsked = [...this.deletionAsked, event.seat];
      else if (event.kind === "deletion_refused" || event.kind === "ended") this.deletionAsked = [];
      this.asked = askedAfter(this.asked, event);
    }
    this.settlement.follow(events, this.yours, this.seats, this.status);
    this.settled++;
  }
}
