// The worker that plays without a server: the same Python as there answers the same messages.

import { Bots } from "./bots";
import type { FromWorker, Start, ToWorker } from "./messages";
import { loadPython } from "./python";
import { TableStore } from "./store";

interface LocalPage {
  open(session: string): void;
  receive(session: string, text: string): Promise<void>;
  close(session: string): void;
  request(method: string, address: string, body: string): Promise<string>;
  changed(table: string): Promise<void>;
}

let page: Promise<LocalPage> | null = null;

function post(message: FromWorker): void {
  self.postMessage(message);
}

async function start({ key, pyodide, python, counted }: Start): Promise<LocalPage> {
  const loaded = (bytes: number): void => post({ say: "loaded", bytes });
  const { runtime, program } = await loadPython({ pyodide, python, loaded: counted ? loaded : null });
  const changes = new BroadcastChannel("speelkist-tables");
  const store = new TableStore(
    (problem) => post({ say: "storage", problem }),
    (table) => changes.postMessage(table),
  );
  const module = runtime.pyimport("speelkist.local.page");
  const send = (session: string, text: string): void => post({ say: "message", session, text });
  const made = module.LocalPage(key, store, new Bots({ pyodide, python, program }), send) as LocalPage;
  changes.onmessage = (event: MessageEvent<string>) => void made.changed(event.data);
  post({ say: "ready" });
  return made;
}

async function handle(message: Exclude<ToWorker, Start>, page: LocalPage): Promise<void> {
  if (message.say === "open") page.open(message.session);
  else if (message.say === "receive") await page.receive(message.session, message.text);
  else if (message.say === "close") page.close(message.session);
  else {
    const { id, method, address, body } = message;
    const [status, text] = JSON.parse(await page.request(method, address, body)) as [number, string];
    post({ say: "answer", id, status, body: text });
  }
}

self.onmessage = async (event: MessageEvent<ToWorker>): Promise<void> => {
  const message = event.data;
  if (message.say === "start") {
    page = start(message);
    page.catch((error: unknown) => post({ say: "failed", why: String(error) }));
  } else if (page !== null) await handle(message, await page);
};
