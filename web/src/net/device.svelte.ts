// The app of a server on this device. It can keep everything here, Python too; then games at this device can be begun
// while the server is away.

import { site, type PythonFiles } from "./site";

interface DeviceFiles extends PythonFiles {
  /** The addresses of all that has to be kept. */
  files: string[];
}

const STORE = "speelkist-1"; // the one of sw.js
const LIST = "/api/device";
const ALWAYS = ["/", "/api/games", "/api/phrases/en", "/api/phrases/nl"];

interface State {
  /** Whether the server did not answer. */
  away: boolean;
  /** Whether all is kept here. */
  kept: boolean;
  /** How much of it is here while it is being fetched, from 0 to 1. */
  share: number | null;
  failed: boolean;
}

const now = $state<State>({ away: false, kept: false, share: null, failed: false });

/** Browsers keep files over https or on localhost only. */
export const canKeep = site === null && "caches" in globalThis && "serviceWorker" in navigator;

export function device(): Readonly<State> {
  return now;
}

export function setAway(away: boolean): void {
  now.away = away;
}

/** Whether games are begun in this page now, because the server is away. */
export function playsHere(): boolean {
  return site === null && now.away && now.kept;
}

/** What is kept here; null: not all that is needed. */
export async function keptFiles(): Promise<DeviceFiles | null> {
  const list = canKeep ? await (await caches.open(STORE)).match(LIST) : undefined;
  return list === undefined ? null : ((await list.json()) as DeviceFiles);
}

/** At the start: is everything here? An installed app keeps it unasked, and what has changed is fetched anew. */
export async function loadDevice(): Promise<void> {
  if (!canKeep) return;
  now.kept = (await keptFiles().catch(() => null)) !== null;
  if ((now.kept || matchMedia("(display-mode: standalone)").matches) && navigator.onLine) await keepHere();
}

/** Fetch and keep what is missing. */
export async function keepHere(): Promise<void> {
  now.failed = false;
  try {
    await keepFiles();
    now.kept = true;
  } catch {
    now.failed = !now.kept; // the server is away, or there is no space
  }
  now.share = null;
}

async function keepFiles(): Promise<void> {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  const list = (await answer.clone().json()) as DeviceFiles;
  const store = await caches.open(STORE);
  const kept = (await store.keys()).map((request) => new URL(request.url).pathname);
  const missing = list.files.filter((file) => !kept.includes(file));
  for (const [count, file] of missing.entries()) {
    now.share = count / missing.length;
    await store.add(file);
  }
  await store.addAll(ALWAYS);
  await store.put(LIST, answer); // the last: it says that all is there
  const old = kept.filter((path) => /^\/(assets|device)\//.test(path) && !list.files.includes(path));
  for (const path of old) await store.delete(path);
}
