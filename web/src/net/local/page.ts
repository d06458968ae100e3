// This page's end of its worker: requests and lines, as if to a server.

import { browserKey } from "../browserKey";
import type { Line, LineEvents } from "../line";
import { fileAt, site } from "../site";
import type { FromWorker, ToWorker } from "./messages";
import { show } from "./status.svelte";

let worker: Worker | null = null;
let count = 0;
const lines = new Map<string, LineEvents>();
const asked = new Map<number, (answer: { status: number; body: string }) => void>();

/** Load Python; what is asked meanwhile waits. */
export function startPython(): void {
  if (worker !== null || site === null) return;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<FromWorker>) => receive(event.data);
  worker.onerror = (event) => show({ failed: event.message || "?" });
  post({ say: "start", key: browserKey(), pyodide: fileAt(site.pyodide), python: fileAt(site.python) });
}

function post(message: ToWorker): void {
  startPython();
  worker?.postMessage(message);
}

function receive(message: FromWorker): void {
  if (message.say === "message") lines.get(message.session)?.onmessage(message.text);
  else if (message.say === "answer") {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  } else if (message.say === "loaded") show({ loaded: message.bytes });
  else if (message.say === "ready") show({ ready: true });
  else if (message.say === "storage") show({ storage: message.problem });
  else show({ failed: message.why });
}

export function openLocalLine(events: LineEvents): Line {
  const session = `line${++count}`;
  lines.set(session, events);
  post({ say: "open", session });
  queueMicrotask(events.onopen);
  return {
    send: (text) => post({ say: "receive", session, text }),
    close: () => {
      lines.delete(session);
      post({ say: "close", session });
    },
  };
}

/** A request as a server takes it over HTTP. */
export function localRequest(
  method: string,
  path: string,
  body: string,
  lang: string,
): Promise<{ status: number; body: string }> {
  const id = ++count;
  return new Promise((done) => {
    asked.set(id, done);
    post({ say: "request", id, method, path, body, lang });
  });
}
