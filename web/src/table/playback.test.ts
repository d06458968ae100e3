import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyEvent, Change, Update } from "../net/types";
import { Playback } from "./playback.svelte";

vi.mock("../i18n/i18n.svelte", () => ({ say: ({ key }: { key: string }) => key }));
vi.mock("../ui/sound", () => ({ play: () => undefined }));

const VIEW = { pieces: [], throw: null };
const MOVED = { kind: "moved", seat: 0, move: "a1-a2" };
const THROWN = { kind: "thrown", move: "r2g3" };

/** A move that is told at once, and the throw that follows it. */
function moveAndThrow(version: number): Update {
  const changes = [
    { do: "note", say: { key: "moves", values: {} } },
    { do: "throw", throw: [2, 3], say: { key: "throws", values: {} } },
  ];
  const events = [MOVED, THROWN].map((event) => ({ version, at: 0, event }));
  return { version, changes, parts: [1, 1], events, view: VIEW, last: [] } as unknown as Update;
}

function recorded(others = false): { playback: Playback; acts: string[]; aloud: () => string[] } {
  const acts: string[] = [];
  const note = (event: AnyEvent, changes: Change[]) => acts.push(`${event.kind} ${changes.length}`);
  const nothing = () => undefined;
  const playback = new Playback(nothing, note, nothing, ({ kind }) => others && kind === "moved");
  return { playback, acts, aloud: () => playback.spoken.map(({ text }) => text) };
}

let motion = true;
beforeEach(() => {
  motion = true;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: !motion }));
});
afterEach(() => vi.useRealTimers());

test("a throw is told when the dice lie still", async () => {
  const { playback, acts, aloud } = recorded();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(590);
  expect(playback.rolling).toBe(true);
  expect([acts, aloud()]).toEqual([["moved 1"], ["moves"]]);
  await vi.advanceTimersByTimeAsync(20);
  expect(playback.rolling).toBe(false);
  expect([acts, aloud()]).toEqual([
    ["moved 1", "thrown 1"],
    ["moves", "throws"],
  ]);
});

test("the next dice wait until a throw and the move after it have been read", async () => {
  const { playback } = recorded(true);
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(2000);
  playback.push(moveAndThrow(2));
  const letters = "throws".length + "moves".length;
  await vi.advanceTimersByTimeAsync(700 + 28 * letters - 10);
  expect(playback.rolling).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(playback.rolling).toBe(true);
});

test("what is laid is told when it is seen, and what is then drawn does not keep the position waiting", async () => {
  const acts: string[] = [];
  let ended = false;
  const others = ({ kind }: AnyEvent) => kind === "moved";
  const playback = new Playback(
    () => undefined,
    ({ kind }) => acts.push(kind),
    () => (ended = true),
    others,
  );
  const update = moveAndThrow(1);
  const changes = ["gone", "put"].map((step) => ({ do: step, at: "a1", say: { key: step, values: {} } }));
  playback.push({ ...update, changes } as unknown as Update);
  await vi.advanceTimersByTimeAsync(170);
  expect(acts).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(acts).toEqual(["moved"]);
  await vi.advanceTimersByTimeAsync(150);
  expect([acts, ended]).toEqual([["moved", "thrown"], true]);
});

test("the throw that decides who begins lies there, and is told, before the one die of who begins is left", async () => {
  const { playback, aloud } = recorded();
  const update = moveAndThrow(1);
  playback.push({ ...update, view: { ...VIEW, throw: [2] } } as unknown as Update);
  await vi.advanceTimersByTimeAsync(610);
  expect(aloud()).toEqual(["moves", "throws"]);
  await vi.advanceTimersByTimeAsync(1700);
  expect([playback.dice, playback.showing]).toEqual([[2, 3], true]);
  await vi.advanceTimersByTimeAsync(200);
  expect([playback.dice, playback.showing]).toEqual([[2], false]);
});

test("what is told of the lots stays to be read before the first dice fall", async () => {
  const { playback, aloud } = recorded();
  const update = moveAndThrow(1);
  const events = [0, 1].map((number) => ({ version: 1, at: 0, event: { ...THROWN, throw: number } }));
  playback.push({ ...update, events } as unknown as Update);
  await vi.advanceTimersByTimeAsync(1750);
  expect([aloud(), playback.rolling]).toEqual([["moves"], false]);
  await vi.advanceTimersByTimeAsync(100);
  expect(playback.rolling).toBe(true);
});

test("any other throw keeps nobody waiting", async () => {
  const { playback } = recorded();
  playback.push({ ...moveAndThrow(1), view: { ...VIEW, throw: [2, 3] } } as unknown as Update);
  await vi.advanceTimersByTimeAsync(610);
  expect([playback.dice, playback.showing]).toEqual([[2, 3], false]);
});

test("a throw is told at once where nothing moves", async () => {
  motion = false;
  const { playback, aloud } = recorded();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(aloud()).toEqual(["moves", "throws"]);
});

test("a position that is shown at once leaves no throw out of the list, and none is in it twice", async () => {
  const { playback, acts } = recorded();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(300);
  playback.push(moveAndThrow(2));
  playback.jump(VIEW as unknown as Update["view"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(acts).toEqual(["moved 1", "thrown 1", "moved 1", "thrown 1"]);
});

test("each sentence that is read aloud is a new one, also if it says the same again", async () => {
  const { playback } = recorded();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(1000);
  playback.push(moveAndThrow(2));
  await vi.advanceTimersByTimeAsync(1000);
  expect(playback.spoken.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
});

test("what is read aloud is not taken away by what follows at once, but when it has been heard", async () => {
  const { playback, aloud } = recorded();
  playback.push(moveAndThrow(1));
  playback.push(moveAndThrow(2));
  await vi.advanceTimersByTimeAsync(2000);
  expect(aloud()).toEqual(["moves", "throws", "moves", "throws"]);
  await vi.advanceTimersByTimeAsync(6000);
  playback.push(moveAndThrow(3));
  await vi.advanceTimersByTimeAsync(2000);
  expect(aloud()).toEqual(["moves", "throws"]);
});

test("what happens next waits while something is explained", async () => {
  const { playback, acts } = recorded();
  const read = playback.hold();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(500);
  expect(acts).toEqual([]);
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(acts).toEqual(["moved 1"]);
});

test("whoever explains one thing after the other is waited for all the time", async () => {
  const { playback, acts } = recorded();
  const seen = playback.hold(60_000);
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(playback.held).toBe(true);
  seen();
  const read = playback.hold();
  await vi.advanceTimersByTimeAsync(500);
  expect(acts).toEqual([]);
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect([acts, playback.held]).toEqual([["moved 1"], false]);
});

test("a game that begins when somebody says so waits as long as that takes", async () => {
  const { playback, acts } = recorded();
  const seen = playback.hold(60_000);
  const read = playback.hold();
  seen();
  playback.push(moveAndThrow(1));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([acts, playback.held]).toEqual([[], true]);
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(acts).toEqual(["moved 1"]);
});

test("what others do waits until the board has been looked at, and what one does oneself does not", async () => {
  for (const others of [true, false]) {
    const { playback, acts } = recorded(others);
    const looked = playback.letLook();
    playback.push({ ...moveAndThrow(1), deadline: 9 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(acts.length > 0).toBe(!others);
    looked();
    await vi.advanceTimersByTimeAsync(2000);
    expect(acts).toEqual(["moved 1", "thrown 1"]);
  }
});
