// Python in a worker: Pyodide and our own modules, loaded once.

import type { PyodideAPI } from "pyodide";
import { keptModules } from "./compiled";

export const FOLDER = "/lib/speelkist-site";

// All sources get the same time: by it Python knows whether what it compiled before still fits.
const PREPARE = `
import os, sys
for folder, _, names in os.walk("${FOLDER}"):
    for name in names:
        os.utime(os.path.join(folder, name), (0, 0))
sys.path.insert(0, "${FOLDER}")
sys.dont_write_bytecode = False
`;

/** pyodide: its folder; python: the archive with our modules; loaded: called with the bytes that have come so far.
 *  Not counting is quicker: the browser can then use what it compiled before. */
export async function loadPython(
  pyodide: string,
  python: string,
  loaded: ((bytes: number) => void) | null = null,
): Promise<PyodideAPI> {
  if (loaded !== null) countFetches(loaded);
  const archive = fetch(python);
  const compiled = keptModules(python);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<PyodideAPI>;
  };
  const runtime = await loadPyodide({ indexURL: pyodide });
  const answer = await archive;
  if (!answer.ok) throw new Error(`${python}: ${answer.status}`);
  runtime.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: FOLDER });
  unpackModules(runtime, await compiled);
  runtime.runPython(PREPARE);
  return runtime;
}

function unpackModules(runtime: PyodideAPI, modules: ArrayBuffer | null): void {
  if (modules === null) return;
  try {
    runtime.unpackArchive(modules, "zip", { extractDir: FOLDER });
  } catch {
    // not what was kept: Python compiles its modules again
  }
}

/** Count what is fetched, so that a bar can show it. */
function countFetches(loaded: (bytes: number) => void): void {
  const original = self.fetch.bind(self);
  let bytes = 0;
  self.fetch = async (input, init) => {
    const answer = await original(input, init);
    if (!answer.ok || answer.body === null) return answer;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        loaded(bytes);
        controller.enqueue(chunk);
      },
    });
    const type = answer.headers.get("Content-Type") ?? "application/octet-stream";
    return new Response(answer.body.pipeThrough(counter), { headers: { "Content-Type": type } });
  };
}
