import { beforeEach, expect, test, vi } from "vitest";

/** What browsers do that let a page sound only while its player does something. */
class StrictContext {
  static made: StrictContext[] = [];
  state = "suspended";
  currentTime = 0;
  constructor() {
    StrictContext.made.push(this);
  }
  resume(): Promise<void> {
    this.state = "running";
    return Promise.resolve();
  }
}

beforeEach(() => {
  vi.resetModules();
  StrictContext.made = [];
  vi.stubGlobal("AudioContext", StrictContext);
});

test("what a player does lets the page sound, also when it was silenced meanwhile", async () => {
  const { wake } = await import("./sound");
  wake();
  const [context] = StrictContext.made;
  expect(context?.state).toBe("running");
  if (context) context.state = "interrupted";
  wake();
  expect(context?.state).toBe("running");
  expect(StrictContext.made.length).toBe(1);
});

test("nothing is made ready to sound where that is switched off", async () => {
  const { setSound } = await import("./prefs.svelte");
  setSound(false);
  const { wake } = await import("./sound");
  wake();
  expect(StrictContext.made).toEqual([]);
});
