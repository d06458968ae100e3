// What parts of a table show: drawn without a browser, so only what stands there at first.

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startTexts } from "../i18n/i18n.svelte";
import type { Phrase } from "../net/types";
import type { Hints } from "../table/hints.svelte";
import { resignQuestion } from "../table/resign";
import type { Action } from "../table/state.svelte";
import { htmlOf, tableOf, textOf } from "../testRender";
import AwayNotice from "./AwayNotice.svelte";
import DicePromise from "./DicePromise.svelte";
import HistoryControls from "./HistoryControls.svelte";
import JoinPanel from "./JoinPanel.svelte";
import MoveList from "./MoveList.svelte";
import Seats from "./Seats.svelte";
import SidePanel from "./SidePanel.svelte";
import ShareLink from "./ShareLink.svelte";
import StoryLine from "./StoryLine.svelte";
import TopBar from "./TopBar.svelte";

const network = vi.hoisted(() => ({ origin: null as string | null }));
vi.mock("../net/network.svelte", () => ({
  atLoopback: false,
  network: () => null,
  sharedOrigin: () => network.origin,
  chosenAddress: () => "",
}));
vi.mock("../pages/router.svelte", () => ({ path: () => "/", hrefOf: (path: string) => path, go: () => undefined }));
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
beforeAll(() => startTexts({ fetch: () => Promise.resolve(texts), kept: () => null, keep: () => undefined }));

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

  it("say what their numbers count, also in short where many sit", () => {
    const names = ["Anna", "Bram", "Cor", "Dina"];
    const seats = names.map((name, index) => ({ side: `${index}`, taken: true, name }));
    const view = { player: 0, phase: "move", scores: [12, 1, 0, 3], extra: {}, result: null };
    const html = htmlOf(Seats, { table: tableOf({ seats, view, present: names.map(() => true) }) });
    expect(html).toContain('<span aria-hidden="true">12 pts</span><span class="unseen">12 points</span>');
    expect(html).toContain('title="1 point"');
  });
});

describe("a seat for which the computer plays", () => {
  const seats = [
    { side: "0", taken: true, name: "Anna", bot: "simple" },
    { side: "1", taken: true, name: "Bram" },
  ];

  it("can be taken back, but not by whoever gave up or has no time left", () => {
    expect(textOf(AwayNotice, { table: tableOf({ seats }) })).toBe("Take my seat back");
    expect(textOf(AwayNotice, { table: tableOf({ seats, out: [0] }) })).toBe("");
  });

  it("is told of to whoever sits there, and by name to the others", () => {
    const notice = { key: "seat.resigned", seat: 0 };
    const line = (yours: number[]): string => textOf(StoryLine, { table: tableOf({ seats, yours, notice }) });
    expect(line([0])).toContain("You have given up; the computer plays on for you.");
    expect(line([1])).toContain("Anna has given up; the computer plays on.");
  });
});

describe("to give up", () => {
  const seats = (...names: string[]): object[] => names.map((name, index) => ({ side: `${index}`, taken: true, name }));
  const hints = { open: false, refused: null };
  const settlement = { seen: { promised: [], restarts: 0, settled: false, broken: false } };
  const buttons = (changes: Record<string, unknown>): string =>
    htmlOf(SidePanel, { table: tableOf({ actions: [], settlement, ...changes }), hints: hints as unknown as Hints });

  it("is asked once more, with who does and how it goes on where several sit", () => {
    const asked = (changes: Record<string, unknown>): string => resignQuestion(tableOf(changes));
    expect(asked({})).toBe("Give up this game?");
    expect(asked({ yours: [0, 1], acting: 1 })).toBe("Does Bram give up this game?");
    expect(asked({ seats: seats("Anna", "Bram", "Cor") })).toBe("Give up this game? The computer then plays on.");
    const together = { seats: seats("Anna", "Bram", "Cor"), yours: [0, 1, 2], acting: 2 };
    expect(asked(together)).toBe("Does Cor give up this game? The computer then plays on.");
  });

  it("is offered while it is played, and no more to whoever has done so", () => {
    const three = { seats: seats("Anna", "Bram", "Cor"), present: [true, true, true] };
    expect(buttons(three)).toContain("Give up");
    expect(buttons(three)).toContain("Take back");
    expect(buttons({ ...three, out: [0] })).not.toMatch(/Give up|Take back|Hint/);
    expect(buttons({ ...three, out: [0], yours: [0, 1] })).toContain("Give up");
  });
});

describe("what was promised of the dice", () => {
  it("is not to be trusted when the server has changed it, and that is said before the dice are checked", () => {
    const settlement = { seen: { promised: "5eed", restarts: 0, settled: true, broken: true } };
    expect(textOf(DicePromise, { table: tableOf({ settlement }) })).toContain("do not trust them");
  });
});

describe("the top of the page", () => {
  it("tells the state of the sound once", () => {
    const button = /<button[^>]*aria-label="Sound: on"[^>]*>/.exec(htmlOf(TopBar, {}))?.[0] ?? "";
    expect(button).not.toBe("");
    expect(button).not.toContain("aria-pressed");
  });
});

describe("the list of moves", () => {
  it("names whoever was thrown for before they have moved", () => {
    const table = tableOf({ actions: [thrown(0, 3), gone(0, "c4"), thrown(1, 5)] });
    expect(textOf(MoveList, { table })).toMatch(/^You a 3 · to c4\s?Bram a 5/);
  });

  it("names whoever else was thrown for before the first turn", () => {
    const table = tableOf({ actions: [thrown(0, 3), thrown(1, 5), thrown(0, 2), gone(0, "c4")] });
    expect(textOf(MoveList, { table })).toMatch(/^You a 3 · Bram a 5 · a 2 · to c4/);
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
