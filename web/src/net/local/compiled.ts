// Our modules as Python compiled them at an earlier start: to compile them takes a quarter of a start.

import type { PyodideAPI } from "pyodide";

const STORE = "speelkist-compiled";
const PAUSE = 3000; // milliseconds after the last message: what is kept may wait, whoever plays may not

/** What is kept for an archive of modules, whose address tells its content. */
export async function keptModules(python: string): Promise<ArrayBuffer | null> {
  try {
    const kept = await (await caches.open(STORE)).match(python);
    return kept === undefined ? null : await kept.arrayBuffer();
  } catch {
    return null; // nothing may be kept here
  }
}

async function keepModules(python: string, modules: Uint8Array<ArrayBuffer>): Promise<void> {
  const store = await caches.open(STORE);
  for (const request of await store.keys()) if (request.url !== python) await store.delete(request);
  await store.put(python, new Response(modules));
}

interface CompiledModules {
  pack(): { toJs(): Uint8Array<ArrayBuffer>; destroy(): void } | undefined;
}

/** Keeps what Python compiles in a folder: what comes back is called after every message. */
export function moduleSaver(runtime: PyodideAPI, folder: string, python: string): () => void {
  const compiled = runtime.pyimport("speelkist.local.compiled").CompiledModules(folder) as CompiledModules;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = async (): Promise<void> => {
    const packed = compiled.pack();
    if (packed === undefined) return;
    const modules = packed.toJs();
    packed.destroy();
    await keepModules(python, modules).catch(() => undefined); // no space: the next start compiles them again
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), PAUSE);
  };
}
