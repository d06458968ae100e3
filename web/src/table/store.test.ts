import { expect, test, vi } from "vitest";
import type { FromServer } from "../net/types";
import { Table } from "./store.svelte";

const wire = vi.hoisted(() => ({ receive: (_: unknown): void => undefined }));
vi.mock("../net/socket", () => {
  class Rejected extends Error {
    why = { key: "refused", values: {} };
  }
  class Connection {
    constructor(_: string, onMessage: (message: unknown) => void) {
      wire.receive = onMessage;
    }
    ask(): Promise<never> {
      return Promise.reject(new Rejected());
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
