// The tables of this browser in its database. Where it keeps nothing (a private window, no space) the memory does.

import type { OwnTable } from "../api";
import type { StorageProblem } from "./messages";

/** An event as Python gives it: version, at, data, secret, request. */
type Row = [number, number, string, string | null, string | null];
interface Kept {
  table: string;
  version: number;
  row: Row;
}

const NAME = "speelkist";

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("events", { keyPath: ["table", "version"] });
      asked.result.createObjectStore("tables", { keyPath: "table" });
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error("no database"));
  });
}

function answer<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error("no answer"));
  });
}

function finished(work: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    work.oncomplete = () => done();
    work.onabort = () => failed(work.error ?? new Error("aborted"));
  });
}

function eventsAfter(table: string, version: number): IDBKeyRange {
  return IDBKeyRange.bound([table, version + 1], [table, Infinity]);
}

export class TableStore {
  #database: Promise<IDBDatabase> | null = null;
  /** Events that could not be kept, and what is listed of their tables. */
  #unkept = new Map<string, Row[]>();
  #summaries = new Map<string, OwnTable>();

  /** onProblem: nothing more is kept; onChange: a table has changed here. */
  constructor(
    private readonly onProblem: (problem: StorageProblem) => void = () => undefined,
    private readonly onChange: (table: string) => void = () => undefined,
  ) {}

  async #open(): Promise<IDBDatabase | null> {
    this.#database ??= opened();
    try {
      return await this.#database;
    } catch {
      this.onProblem("forbidden");
      return null;
    }
  }

  /** Keep events that follow those of a table, all or none; false if there are such events already. */
  async append(table: string, events: string): Promise<boolean> {
    const rows = JSON.parse(events) as Row[];
    const first = rows[0]?.[0] ?? 1;
    const unkept = this.#unkept.get(table) ?? [];
    const database = await this.#open();
    if (database === null) return this.#remember(table, rows);
    try {
      const work = database.transaction("events", "readwrite", { durability: "strict" });
      const store = work.objectStore("events");
      const done = finished(work);
      done.catch(() => undefined);
      const known = (await answer(store.getAllKeys(eventsAfter(table, 0)))).length + unkept.length;
      if (known !== first - 1) return false; // another page was first, or has deleted the table
      for (const row of [...unkept, ...rows]) store.add({ table, version: row[0], row } satisfies Kept);
      await done;
      this.#unkept.delete(table);
    } catch (error) {
      if ((error as DOMException).name === "ConstraintError") return false;
      this.onProblem("full");
      return this.#remember(table, rows);
    }
    this.onChange(table);
    return true;
  }

  #remember(table: string, rows: Row[]): boolean {
    this.#unkept.set(table, [...(this.#unkept.get(table) ?? []), ...rows]);
    return true;
  }

  async events_after(table: string, version: number): Promise<string> {
    const database = await this.#open();
    const kept =
      database === null
        ? []
        : await answer<Kept[]>(
            database.transaction("events").objectStore("events").getAll(eventsAfter(table, version)),
          );
    const unkept = (this.#unkept.get(table) ?? []).filter((row) => row[0] > version);
    return JSON.stringify([...kept.map(({ row }) => row), ...unkept]);
  }

  async table_ids(): Promise<string> {
    return JSON.stringify((await this.list()).map(({ table }) => table));
  }

  async summarise(table: string, summary: string): Promise<void> {
    const data = JSON.parse(summary) as OwnTable;
    this.#summaries.set(table, data);
    const database = await this.#open();
    if (database === null || this.#unkept.has(table)) return;
    const work = database.transaction("tables", "readwrite");
    work.objectStore("tables").put(data);
    await finished(work).catch(() => undefined); // it is made anew with the next event
  }

  async delete(table: string): Promise<void> {
    this.#unkept.delete(table);
    this.#summaries.delete(table);
    const database = await this.#open();
    if (database !== null) {
      const work = database.transaction(["events", "tables"], "readwrite");
      work.objectStore("events").delete(eventsAfter(table, 0));
      work.objectStore("tables").delete(table);
      await finished(work);
    }
    this.onChange(table);
  }

  /** What is listed of all tables, the newest first. */
  async list(): Promise<OwnTable[]> {
    const database = await this.#open();
    const kept =
      database === null ? [] : await answer<OwnTable[]>(database.transaction("tables").objectStore("tables").getAll());
    const listed = new Map(kept.map((data) => [data.table, data]));
    for (const [table, data] of this.#summaries) if (this.#unkept.has(table)) listed.set(table, data);
    return [...listed.values()].sort((first, second) => second.at - first.at);
  }
}
