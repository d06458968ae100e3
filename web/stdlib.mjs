// Writes Pyodide's standard library as compiled modules: node stdlib.mjs FILE. What is done is in stdlib.py.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.runPython(readFileSync(new URL("stdlib.py", import.meta.url), "utf8"));
const library = readFileSync(fileURLToPath(import.meta.resolve("pyodide/python_stdlib.zip")));
writeFileSync(
  process.argv[2],
  python.globals
    .get("compiled_archive")(python.toPy(new Uint8Array(library)))
    .toJs(),
);
