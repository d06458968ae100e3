import { expect, it } from "vitest";
import type { AnyEvent } from "../net/types";
import { ActionLog } from "./actionLog";
import type { Action } from "./state.svelte";

const moved = (seat: number): AnyEvent => ({ kind: "moved", seat, move: "a1-a2", auto: false, late: false, by: "" });
const asked = (seat: number): AnyEvent => ({ kind: "hint_asked", seat });

function listed(events: AnyEvent[]): Action[] {
  const log = new ActionLog((seat) => ({ key: "core.player", values: { seat } }));
  return events.reduce<Action[]>((actions, event) => log.after(actions, event, []), []);
}

it("tells before a move that its player asked for a hint, once", () => {
  const player = { key: "core.player", values: { seat: 0 } };
  expect(listed([asked(0), asked(0), moved(0), moved(1), moved(0)]).map(({ hint }) => hint?.values)).toEqual([
    { player },
    undefined,
    undefined,
  ]);
});

it("forgets moves that are taken back", () => {
  expect(listed([moved(0), moved(1), { kind: "undone", actions: 1 } as AnyEvent])).toHaveLength(1);
});
