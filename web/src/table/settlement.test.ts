import { beforeEach, describe, expect, it, vi } from "vitest";
import { Rejected } from "../net/socket";
import type { AnyEvent, NumberedEvent, SeatView, TableRequestMessage } from "../net/types";
import { CREATOR, DiceLog, nonceCommitment } from "./diceLog";
import { Settlement } from "./settlement";

const PROMISED = "ab".repeat(32);

function created(seats: string[], commitment = PROMISED): AnyEvent {
  return { kind: "created", game: "chess", version: 1, options: {}, seats, commitment } as AnyEvent;
}

function seat(name = "", taken = true): SeatView {
  return { side: "white", name, taken };
}

/** A table whose server accepts everything, and tells it as events. */
class Server {
  log: NumberedEvent[] = [];
  asked: TableRequestMessage[] = [];
  refuse = "";
  yours: number[] = [];
  seats: SeatView[];
  status = "waiting";
  browser: Settlement;

  constructor(sitters: string[], yours: number[]) {
    this.yours = yours;
    this.seats = sitters.map(() => seat("Ans"));
    this.browser = this.open();
    this.tell(created(sitters), ...yours.map((own) => ({ kind: "seated", seat: own, name: "Ans" }) as AnyEvent));
  }

  open(): Settlement {
    return new Settlement("abcd2345", (message) => {
      this.asked.push(message);
      return this.refuse ? Promise.reject(new Rejected({ key: this.refuse, values: {} })) : Promise.resolve();
    });
  }

  tell(...events: AnyEvent[]): void {
    const fresh = events.map((event, index) => ({ version: this.log.length + index + 1, at: 0, event }));
    this.log.push(...fresh);
    this.browser.follow(fresh, this.yours, this.seats, this.status);
  }

  /** The page is loaded again: all events come once more. */
  reload(): void {
    this.browser = this.open();
    this.browser.follow(this.log, this.yours, this.seats, this.status);
  }

  last<Kind extends TableRequestMessage["say"]>(say: Kind): Extract<TableRequestMessage, { say: Kind }> {
    const message = this.asked.at(-1);
    if (message?.say !== say) throw new Error(`not ${say} but ${message?.say}`);
    return message as Extract<TableRequestMessage, { say: Kind }>;
  }
}

const ticks = () => new Promise((done) => setTimeout(done, 0));

/** As a browser keeps things: what is kept are its own keys. */
function emptyStorage(): Record<string, string> {
  const kept = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
    removeItem: (key: string) => delete kept[key],
  }) as Record<string, string>;
  return kept;
}

beforeEach(() => vi.stubGlobal("localStorage", emptyStorage()));

describe("settling the dice", () => {
  it("commits and reveals at once where nobody else adds to them", () => {
    const server = new Server(["person", "simple"], [0]);
    const { commitment, nonce } = server.last("commit");
    expect(commitment).toBe(nonceCommitment(PROMISED, nonce ?? ""));
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it("says nothing where there are no dice", () => {
    const server = new Server(["person"], []);
    server.browser = server.open();
    server.asked = [];
    server.log = [];
    server.yours = [0];
    server.tell(created(["person"], ""));
    expect(server.asked).toEqual([]);
    expect(server.browser.promise()).toBe("");
  });

  it("adds the creator's number where only bots play", () => {
    expect(new Server(["simple", "random"], []).last("commit").nonce).not.toBe("");
  });

  it("takes itself for the creator only if the server does", async () => {
    const server = new Server(["simple", "random"], []);
    await ticks();
    expect(server.browser.seen.mine).toEqual([CREATOR]);
    const watching = new Server(["simple", "random"], []);
    await ticks();
    watching.refuse = "table.seat.not_yours";
    localStorage.removeItem("dice:abcd2345");
    watching.reload();
    await ticks();
    expect(watching.browser.seen.mine).toEqual([]);
  });

  it("knows which seats it added a number for, until that is made void", async () => {
    const server = new Server(["person", "person"], [0]);
    const { commitment } = server.last("commit");
    server.tell({ kind: "committed", seats: [0], commitment });
    server.tell({ kind: "seated", seat: 1, name: "Bob", commitment: "cd".repeat(32) });
    await ticks();
    server.tell({ kind: "revealed", seats: [0], nonce: server.last("reveal").nonce });
    expect(server.browser.seen.mine).toEqual([0]);
    server.reload();
    expect(server.browser.seen.mine).toEqual([0]);
    // it goes away, its seat is freed after another round, and somebody else plays there
    server.yours = [];
    server.status = "playing";
    for (const event of [
      { kind: "seat_freed", seats: [1] },
      { kind: "seat_freed", seats: [0] },
      { kind: "seated", seat: 0, name: "Eve", commitment: "ef".repeat(32) },
    ] as AnyEvent[])
      server.log.push({ version: server.log.length + 1, at: 0, event });
    server.reload();
    expect(server.browser.seen.mine).toEqual([]);
  });

  it("notices a commitment that comes when its number was shown already", async () => {
    // the host says that all seats are this browser's, so that it shows its number at once; then another commits
    const server = new Server(["person", "person"], [0, 1]);
    const { commitment, nonce } = server.last("commit");
    expect(nonce).not.toBe("");
    server.yours = [0];
    server.tell({ kind: "committed", seats: [0], commitment });
    server.tell({ kind: "seat_freed", seats: [1] });
    expect(server.browser.seen.broken).toBe(false);
    server.tell({ kind: "seated", seat: 1, name: "Eve", commitment: "cd".repeat(32) });
    expect(server.browser.seen.broken).toBe(true);
    server.reload();
    expect(server.browser.seen.broken).toBe(true);
  });

  it("keeps its number until all have committed", async () => {
    const server = new Server(["person", "person"], [0]);
    const { commitment, nonce } = server.last("commit");
    expect(nonce).toBe("");
    server.tell({ kind: "committed", seats: [0], commitment });
    await ticks();
    expect(server.asked.length).toBe(1);
    server.tell({ kind: "seated", seat: 1, name: "Bob", commitment: "cd".repeat(32) });
    await ticks();
    expect(nonceCommitment(PROMISED, server.last("reveal").nonce)).toBe(commitment);
  });

  it("sends the same number again after a reload, whatever was refused before", async () => {
    const server = new Server(["person", "simple"], [0]);
    const first = server.last("commit");
    server.refuse = "server.store.failed";
    for (let time = 0; time < 3; time++) {
      server.reload();
      await ticks();
      expect(server.last("commit")).toEqual(first);
    }
  });

  it("draws another number only when its own was shown and made void, and others add to the dice", async () => {
    const server = new Server(["person", "person"], [0]);
    const { commitment } = server.last("commit");
    const theirs = "cd".repeat(32);
    server.tell({ kind: "committed", seats: [0], commitment });
    server.tell({ kind: "seated", seat: 1, name: "Bob", commitment: theirs });
    await ticks();
    const { nonce } = server.last("reveal");
    server.tell({ kind: "revealed", seats: [0], nonce });
    server.seats = [seat("Ans"), seat("", false)];
    server.tell({ kind: "seat_freed", seats: [1] });
    await ticks();
    const second = server.last("commit").commitment;
    expect(second).not.toBe(commitment);
    expect(server.browser.seen.restarts).toBe(1);
  });

  it("counts that its number was made void by a host who had it and told nobody", async () => {
    const server = new Server(["person", "person"], [0]);
    const tries = 3;
    for (let time = 1; time <= tries; time++) {
      const { commitment } = server.last("commit");
      const theirs: AnyEvent = { kind: "seated", seat: 1, name: "Bob", commitment: `${time}${time}`.repeat(32) };
      server.tell({ kind: "committed", seats: [0], commitment }, theirs);
      await ticks();
      expect(nonceCommitment(PROMISED, server.last("reveal").nonce)).toBe(commitment);
      // the host does not like what comes: instead of the number they tell that both seats are free, and Ans is back
      server.tell({ kind: "seat_freed", seats: [0, 1] }, { kind: "seated", seat: 0, name: "Ans", commitment: "" });
      await ticks();
      expect(server.browser.seen.restarts).toBe(time);
    }
    server.reload();
    expect(server.browser.seen.restarts).toBe(tries);
    expect(server.browser.seen.broken).toBe(false);
  });

  it("keeps its number when it was made void unseen", async () => {
    const server = new Server(["person", "person", "person"], [0]);
    const { commitment } = server.last("commit");
    server.tell({ kind: "seat_freed", seats: [0] });
    await ticks();
    expect(server.last("commit").commitment).toBe(commitment);
  });

  it("takes a seat again that was freed while it was away", async () => {
    const server = new Server(["person", "person"], [0]);
    const { commitment } = server.last("commit");
    server.tell({ kind: "committed", seats: [0], commitment });
    server.yours = [];
    server.seats = [seat("", false), seat("Bob")];
    server.log.push({ version: server.log.length + 1, at: 0, event: { kind: "seat_freed", seats: [0] } });
    server.reload();
    await ticks();
    expect(server.last("sit")).toEqual({ say: "sit", seat: 0, name: "Ans", commitment });
  });

  it("gives up a freed seat that somebody else has taken", async () => {
    const server = new Server(["person", "person"], [0]);
    await ticks();
    const before = server.asked.length;
    server.yours = [];
    server.tell({ kind: "seat_freed", seats: [0] }, { kind: "seated", seat: 0, name: "Eve", commitment: "" });
    await ticks();
    expect(server.asked.slice(before).filter(({ say }) => say === "sit")).toEqual([]);
  });
});

describe("what was seen", () => {
  const events: AnyEvent[] = [
    created(["person", "simple"]),
    { kind: "seated", seat: 0, name: "", commitment: "cd".repeat(32) },
    { kind: "revealed", seats: [0], nonce: "aa" },
    { kind: "moved", seat: 0, move: "b2-b3" } as AnyEvent,
    { kind: "thrown", throw: 0, move: "r6g6" },
    { kind: "thrown", throw: 1, move: "r1g1" },
    { kind: "undone", seat: 0, actions: 2, clock: null },
    { kind: "thrown", throw: 1, move: "r1g1" },
  ];
  const numbered = (list: AnyEvent[]) => list.map((event, index) => ({ version: index + 1, at: 0, event }));
  const load = (list: AnyEvent[]) => {
    const log = new DiceLog("abcd2345");
    log.take(numbered(list));
    return log;
  };

  it("are the throws that stand", () => {
    expect(load(events).throws).toEqual(["r6g6", "r1g1"]);
    expect(load(events.slice(0, 7)).throws).toEqual(["r6g6"]);
  });

  it("is the same when it is told again", () => {
    load(events);
    expect(load(events).broken).toBe(false);
  });

  it.each([
    ["a throw", events.with(4, { kind: "thrown", throw: 0, move: "r1g1" })],
    ["a promise", events.with(0, created(["person", "simple"], "00".repeat(32)))],
    ["a throw that became a move", events.with(5, { kind: "moved", seat: 0, move: "b2-b3" } as AnyEvent)],
    ["a move that became a throw", events.with(3, { kind: "thrown", throw: 0, move: "r1g1" })],
    ["a nonce", events.with(2, { kind: "revealed", seats: [0], nonce: "bb" })],
    ["an undo", events.with(6, { kind: "undone", seat: 0, actions: 1, clock: null })],
  ])("is found changed after a reload: %s", (_, other) => {
    load(events);
    expect(load(other).broken).toBe(true);
    expect(load(events).broken).toBe(true);
  });

  const settled = events.slice(0, 3);
  const theirs: AnyEvent = { kind: "committed", seats: [0], commitment: "ef".repeat(32) };
  const two: AnyEvent[] = [
    created(["person", "person"]),
    { kind: "seated", seat: 0, name: "", commitment: "cd".repeat(32) },
    { kind: "seated", seat: 1, name: "", commitment: "ef".repeat(32) },
    { kind: "revealed", seats: [0], nonce: "aa" },
  ];
  it.each([
    ["a throw before the nonces", [...settled.slice(0, 2), events[4]!]],
    ["a second commitment", [...settled.slice(0, 2), theirs]],
    ["another commitment behind a nonce that was shown", [...two, { kind: "committed", seats: [1], commitment: "00" }]],
    ["a nonce before all have committed", [two[0]!, two[1]!, two[3]!]],
    ["another nonce", [...settled, { kind: "revealed", seats: [0], nonce: "bb" }]],
    ["a seat freed when the dice are settled", [...settled, { kind: "seat_freed", seats: [0] }]],
    ["a second promise", [...settled, settled[0]!]],
  ] as [string, AnyEvent[]][])("is broken by %s", (_, list) => {
    expect(load(list.slice(0, -1)).broken).toBe(false);
    expect(load(list).broken).toBe(true);
  });

  const ended = { kind: "ended", winners: [0], reason: "resigned" } as unknown as AnyEvent;
  it.each([
    ["from the start", events.slice(0, 1), "start"],
    ["from the start, with a seat taken", two.slice(0, 3), "start"],
    ["from a nonce on", two, "play"],
    ["from a throw on", events, "play"],
    ["after the end", [...events, ended], "end"],
  ] as [string, AnyEvent[], string][])("is known %s", (_, first, cameIn) => {
    expect(load(first).cameIn).toBe(cameIn);
    const later = [...first, ended];
    expect(load(later).cameIn, "told again after a reload").toBe(cameIn);
  });

  it("of old tables makes way", () => {
    for (let table = 0; table < 60; table++) new DiceLog(`t${table}`).take(numbered(events));
    const kept = Object.keys(localStorage).filter((key) => key.startsWith("dice:"));
    expect(kept.length).toBe(40);
    expect(kept).toContain("dice:t59");
  });
});
