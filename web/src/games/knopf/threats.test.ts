import { expect, it } from "vitest";
import type { KnopfProps } from "./extra";
import { Threats } from "./threats.svelte";

const THREAT = { pair: ["d4", "e5"], target: "g7", distance: 2, reach: 3 };

/** The threats of red's pair d4, e5 on g7, with the red buttons shown at some squares. */
function threatsOf(...shown: string[]): Threats {
  const pieces = { d4: [0, "button"], e5: [0, "button"], g7: [1, "button"] };
  const tokens = [...shown.map((at) => ({ at, side: 0, gone: false })), { at: "g7", side: 1, gone: false }];
  const view = { phase: "move", pieces, extra: { threats: [[THREAT], []] } };
  return new Threats({ view, tokens } as unknown as KnopfProps);
}

it("a threat has its line only while its buttons lie there", () => {
  expect(threatsOf("d4", "e5").lines).toEqual([[THREAT], []]);
  expect(threatsOf("d4", "e8").lines).toEqual([[], []]);
});

it("a threat is told with whose it is", () => {
  const side = { key: "knopf.side.red", values: { seat: 0 } };
  expect(threatsOf("d4", "e5").sentences).toEqual([
    { key: "knopf.view.threat", values: { side, first: "d4", second: "e5", target: "g7", distance: 2, reach: 3 } },
  ]);
});

it("whether threats are shown is kept, also for the next game", () => {
  const texts = new Map<string, string>();
  const kept = (name: string): string | null => texts.get(name) ?? null;
  const onkeep = (name: string, text: string): void => void texts.set(name, text);
  const props = { kept, onkeep } as unknown as KnopfProps;
  expect(new Threats(props).wanted).toBe(false);
  new Threats(props).toggle();
  expect(new Threats(props).wanted).toBe(true);
});
