// Python in a worker: Pyodide and our own modules, loaded once.

import type { PyodideAPI } from "pyodide";
import type { Program } from "./messages";

const ARCHIVE = "/lib/speelkist.zip";

interface Wanted {
  /** Pyodide's folder, and the archive with our modules. */
  pyodide: string;
  python: string;
  /** Called with the bytes that have come so far. Not counting is quicker: the browser can then use what it compiled
   *  before. */
  loaded?: ((bytes: number) => void) | null;
  /** Pyodide's program as another worker has compiled it. */
  program?: Program;
}

/** Python, and its program for another worker. */
export async function loadPython({
  pyodide,
  python,
  loaded = null,
  program = null,
}: Wanted): Promise<{ runtime: PyodideAPI; program: Program }> {
  const shared = shareProgram(program);
  if (loaded !== null) countFetches(loaded);
  const archive = fetch(python);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<PyodideAPI>;
  };
  const runtime = await loadPyodide({ indexURL: pyodide });
  const answer = await archive;
  if (!answer.ok) throw new Error(`${python}: ${answer.status}`);
  // imported from the archive as it is: unpacked, each of its files would cost memory
  runtime.FS.writeFile(ARCHIVE, new Uint8Array(await answer.arrayBuffer()), { canOwn: true });
  runtime.runPython(`import sys; sys.path.insert(0, "${ARCHIVE}")`);
  return { runtime, program: shared() };
}

/** Pyodide compiles its program anew in each worker. What comes back tells it when it is compiled; where another worker
 *  has given it, it is neither fetched nor compiled again. */
function shareProgram(given: Program): () => Program {
  let program = given;
  const compile = WebAssembly.instantiateStreaming.bind(WebAssembly);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (program !== null) {
      void (await source).body?.cancel();
      return { module: program, instance: await WebAssembly.instantiate(program, imports) };
    }
    const compiled = await compile(source, imports);
    program = compiled.module;
    return compiled;
  };
  return () => program;
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
