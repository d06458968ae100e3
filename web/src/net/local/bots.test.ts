import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bots } from "./bots";
import type { ToBots } from "./messages";

class FakeWorker {
  static made: FakeWorker[] = [];
  said: ToBots[] = [];
  ended = false;
  onerror: ((event: { preventDefault: () => void }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: ToBots): void {
    this.said.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = { pyodide: "pyodide/", python: "modules.zip", program: null };

test("the worker starts with the first job, and does one after the other", async () => {
  const bots = new Bots(start);
  expect(FakeWorker.made).toHaveLength(0);
  const [first, second] = [bots.think(1, "one"), bots.think(2, "two")];
  const [worker] = FakeWorker.made;
  expect(worker?.said.map((message) => message.say)).toEqual(["start", "think"]);
  worker?.onmessage?.({ data: { number: 1, reply: "a" } });
  worker?.onmessage?.({ data: { number: 2, error: "no" } });
  expect(await first).toBe("a");
  await expect(second).rejects.toThrow("no");
  expect(FakeWorker.made).toHaveLength(1);
});

test("a job that is called off ends soon, and the next one gets a new worker", async () => {
  const bots = new Bots(start);
  const first = bots.think(1, "one");
  const second = bots.think(2, "two");
  const third = bots.think(3, "three");
  bots.call_off(2); // it has not begun
  bots.call_off(1);
  vi.advanceTimersByTime(2000);
  await expect(first).rejects.toThrow("ended");
  const [old, next] = FakeWorker.made;
  expect([old?.ended, next?.ended]).toEqual([true, false]);
  next?.onmessage?.({ data: { number: 3, reply: "c" } });
  expect(await third).toBe("c");
  expect(next?.said).not.toContainEqual(expect.objectContaining({ number: 2 }));
  void second;
});

test("a worker that fails does not take the next one with it", async () => {
  const bots = new Bots(start);
  const first = bots.think(1, "one");
  void bots.think(2, "two");
  bots.call_off(1);
  FakeWorker.made[0]?.onerror?.({ preventDefault: () => undefined });
  await expect(first).rejects.toThrow("ended");
  vi.advanceTimersByTime(2000);
  expect(FakeWorker.made.map((worker) => worker.ended)).toEqual([true, false]);
});
