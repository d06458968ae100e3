import { expect, test, vi } from "vitest";
import { t } from "../i18n/i18n.svelte";
import type { FromServer } from "../net/types";
import { Table } from "./store.svelte";

const wire = vi.hoisted(() => ({
  receive: (_: unknown): void => undefined,
  answer: null as Promise<unknown> | null, // to whatever is asked; null: it is refused
}));
vi.mock("../net/socket", () => {
  class Rejected extends Error {
    why = { key: "refused", values: {} };
  }
  class Connection {
    constructor(_: string, onMessage: (message: unknown) => void) {
      wire.receive = onMessage;
    }
    ask(): Promise<unknown> {
      return wire.answer ?? Promise.reject(new Rejected());
    }
  }
  return { Connection, Rejected };
});

const update = (version: number, event: object): FromServer =>
  ({
    say: "update",
    table: "any",
    version,
    events: [{ event, at: 0, number: version }],
    changes: [],
    view: { player: 0, choices: [], pieces: {}, throw: null, result: null },
    last: [],
  }) as never;

test("a refusal stays until something else is asked, and goes then", async () => {
  const table = new Table("any");
  await table.undo();
  expect(table.refusal).not.toBe("");
  wire.receive(update(1, { kind: "hint_asked", seat: 1 }));
  expect(table.refusal).not.toBe("");
  wire.receive(update(2, { kind: "undo_asked", seat: 1 }));
  expect(table.refusal).toBe("");
});

test("a pick while somebody else is to move is told who, and not while their move is being shown", () => {
  const table = new Table("any");
  table.seats = [
    { name: "Anna", taken: true, bot: "" },
    { taken: true, bot: "child" },
  ] as never;
  table.yours = [];
  table.status = "playing";
  table.view = { player: 0 } as never;
  table.pick("a1");
  expect(table.refusal).toContain("Anna");
  table.view = { player: 1 } as never;
  table.pick("a1");
  expect(table.refusal).toBe(t("wait.computer"));
  table.back = 3; // looking back: nothing is waited for
  table.pick("a1");
  expect(table.refusal).toBe("");
});

test("an answer that a move has overtaken is about another position, and is not given", async () => {
  const table = new Table("any");
  let give = (_: unknown): void => undefined;
  const ask = (): Promise<unknown> => {
    wire.answer = new Promise((done) => (give = done));
    return table.query("draft", {});
  };
  const given = ask();
  wire.receive(update(1, { kind: "hint_asked", seat: 1 }));
  give({ data: "as it is" });
  expect(await given).toBe("as it is");
  const overtaken = ask();
  wire.receive({ ...update(2, { kind: "moved", seat: 0, move: "a" }), changes: [{ do: "note" }] } as never);
  give({ data: "as it became" });
  expect(await overtaken).toBeNull();
  wire.answer = null;
});
