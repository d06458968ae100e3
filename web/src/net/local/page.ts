// This page's end of its worker: requests and messages, as if to a server.

import { browserKey } from "../browserKey";
import { keptFiles } from "../device.svelte";
import type { Transport, TransportEvents } from "../transport";
import { fileAt, site } from "../site";
import type { FromWorker, ToWorker } from "./messages";
import { show } from "./status.svelte";

let worker: Promise<Worker> | null = null;
let count = 0;
const transports = new Map<string, TransportEvents>();
const asked = new Map<number, (answer: { status: number; body: string }) => void>();

/** Load Python; what is asked meanwhile waits. */
export function startPython(): void {
  worker ??= start();
  worker.catch((error: unknown) => show({ failed: String(error) }));
}

async function start(): Promise<Worker> {
  show({ wanted: true });
  const files = site ?? (await keptFiles());
  if (files === null) throw new Error("Python is not kept here");
  const counted = site !== null && (navigator.serviceWorker?.controller ?? null) === null;
  show({ bytes: files.bytes, loaded: counted ? 0 : files.bytes });
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.onmessage = (event: MessageEvent<FromWorker>) => receive(event.data);
  started.onerror = (event) => show({ failed: event.message || "?" });
  const at = (name: string): string => new URL(fileAt(name), location.href).href;
  const message = { key: browserKey(), pyodide: at(files.pyodide), python: at(files.python), counted };
  started.postMessage({ say: "start", ...message } satisfies ToWorker);
  return started;
}

function post(message: ToWorker): void {
  startPython();
  void worker?.then(
    (started) => started.postMessage(message),
    () => undefined, // it is shown that Python is not there
  );
}

function receive(message: FromWorker): void {
  if (message.say === "message") transports.get(message.session)?.onmessage(message.text);
  else if (message.say === "answer") {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  } else if (message.say === "loaded") show({ loaded: message.bytes });
  else if (message.say === "ready") show({ ready: true });
  else if (message.say === "storage") show({ storage: message.problem });
  else show({ failed: message.why });
}

export function openLocalTransport(events: TransportEvents): Transport {
  const session = `session${++count}`;
  transports.set(session, events);
  post({ say: "open", session });
  queueMicrotask(events.onopen);
  return {
    send: (text) => post({ say: "receive", session, text }),
    close: () => {
      transports.delete(session);
      post({ say: "close", session });
    },
  };
}

/** A request as a server takes it over HTTP. */
export function localRequest(method: string, address: string, body: string): Promise<{ status: number; body: string }> {
  const id = ++count;
  return new Promise((done) => {
    asked.set(id, done);
    post({ say: "request", id, method, address, body });
  });
}
