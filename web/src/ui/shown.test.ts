// What parts of a table show: drawn without a browser, so only what stands there at first.

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/i18n.svelte";
import type { Phrase } from "../net/types";
import type { Action } from "../table/state.svelte";
import { htmlOf, tableOf, textOf } from "../testRender";
import HistoryControls from "./HistoryControls.svelte";
import JoinPanel from "./JoinPanel.svelte";
import MoveList from "./MoveList.svelte";
import Seats from "./Seats.svelte";
import ShareLink from "./ShareLink.svelte";
import StoryLine from "./StoryLine.svelte";

const network = vi.hoisted(() => ({ origin: null as string | null }));
vi.mock("../net/network.svelte", () => ({
  atLoopback: false,
  network: () => null,
  sharedOrigin: () => network.origin,
  chosenAddress: () => "",
}));
vi.stubGlobal("location", { origin: "http://here", pathname: "/t/any", hostname: "here" });

const person = (seat: number): Phrase => ({ key: `any.side.${seat}`, values: { seat } });
const texts = vi.hoisted(() => ({
  "any.side.0": "Anna",
  "any.side.1": "Bram",
  "any.throw": "{player} throws {n}.",
  "any.throw.short": "a {n}",
  "any.go": "{player} goes to {to}.",
  "any.go.short": "to {to}",
  "any.won": "The race is over.",
}));
vi.mock("../net/api", () => ({ fetchTexts: () => Promise.resolve(texts) }));
beforeAll(loadTexts);

const thrown = (seat: number, n: number): Action => {
  return { seat: -1, text: `${n}`, story: [{ key: "any.throw", values: { player: person(seat), n } }] };
};
const gone = (seat: number, to: string, more: Partial<Action> = {}): Action => {
  return { seat, text: to, story: [{ key: "any.go", values: { player: person(seat), to } }], ...more };
};
const hint = { hint: { key: "table.hint.asked", values: {} } };

afterEach(() => {
  network.origin = null;
  vi.unstubAllGlobals();
  vi.stubGlobal("location", { origin: "http://here", pathname: "/t/any", hostname: "here" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});

describe("the seats", () => {
  it("mark who is away while it is played, and nobody after the end", () => {
    const absent = { present: [true, false] };
    expect(textOf(Seats, { table: tableOf(absent) })).toContain("away");
    const ended = { status: "over", ended: { winners: [0], reason: "home" } };
    expect(textOf(Seats, { table: tableOf({ ...absent, ...ended }) })).not.toContain("away");
  });
});

describe("the list of moves", () => {
  it("names whoever was thrown for before they have moved", () => {
    const table = tableOf({ actions: [thrown(0, 3), gone(0, "c4"), thrown(1, 5)] });
    expect(textOf(MoveList, { table })).toMatch(/^You a 3 · to c4\s?Bram a 5/);
  });

  it("says behind a move, not behind the throw before it, that it was made with a hint", () => {
    const table = tableOf({ actions: [thrown(0, 3), gone(0, "c4", hint), thrown(1, 5), gone(1, "d4")] });
    expect(textOf(MoveList, { table })).toMatch(/to c4\s?\(with a hint\)\s?Bram a 5 · to d4 /);
  });
});

describe("looking back", () => {
  const actions = [gone(0, "a2"), gone(1, "b2"), gone(0, "a3")];

  it("says which of the turns is seen, and the way back", () => {
    expect(textOf(HistoryControls, { table: tableOf({ actions, back: 2 }) })).toBe(
      "‹ Looking back: 2 of 3 › Back to now",
    );
    expect(textOf(HistoryControls, { table: tableOf({ actions }) })).toBe("‹ ›");
  });

  it("tells the turn that is seen, and the end only there", () => {
    const result = { winners: [0], reason: "won", points: null, say: { key: "any.won", values: {} } };
    const over = { actions, status: "over", result, ended: { winners: [0], reason: "won" } };
    expect(textOf(StoryLine, { table: tableOf({ ...over, back: 2 }) })).toBe("Bram goes to b2.");
    expect(textOf(StoryLine, { table: tableOf({ ...over, back: 1 }) })).toMatch(/goes to a2\.$/);
  });
});

describe("who is waited for", () => {
  const seats = (...names: string[]): object[] =>
    ["Anna", ...names].map((name, index) => ({ side: `${index}`, taken: name !== "", name }));
  const waiting = { status: "waiting", actions: [], created: { seats: [], options: {} } };

  it("is sent the link: the other, or the others", () => {
    const shown = (names: string[]): string =>
      textOf(JoinPanel, { table: tableOf({ ...waiting, seats: seats(...names) }) });
    expect(shown([""])).toContain("Send the other player this link");
    expect(shown(["", ""])).toContain("Send the others this link");
  });

  it("is called by the name that this device has kept when asked to play again", () => {
    const again = { ...waiting, seats: seats(""), created: { seats: [], options: {}, rematch_of: "before" } };
    expect(textOf(JoinPanel, { table: tableOf(again) })).toContain("Your opponent has been asked to play again");
    const played = [{ table: "before", game: "any", at: 1, players: ["me", "name:Bram"], winners: [0] }];
    vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(played), setItem: () => undefined });
    expect(textOf(JoinPanel, { table: tableOf(again) })).toContain("Bram has been asked to play again");
  });

  it("is told under the link where it works on this computer only", async () => {
    await import("./QrCode.svelte"); // what is fetched for the code to scan is not waited for
    const children = (() => undefined) as never;
    expect(textOf(ShareLink, { path: "/t/any", children })).toContain("This link works on this computer only.");
    network.origin = "http://192.168.1.2:8765";
    const html = htmlOf(ShareLink, { path: "/t/any", children });
    expect(html).not.toContain("works on this computer only");
    expect(html).toContain('value="http://192.168.1.2:8765/t/any"');
  });
});
