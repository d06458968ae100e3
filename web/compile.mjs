// Writes Python's modules compiled by Pyodide: node compile.mjs FILE [SOURCES]. Without an archive of sources it is
// Pyodide's standard library. What is done is in compile.py.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const [file, sources = fileURLToPath(import.meta.resolve("pyodide/python_stdlib.zip"))] = process.argv.slice(2);
const python = await loadPyodide();
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
const archive = python.toPy(new Uint8Array(readFileSync(sources)));
writeFileSync(file, python.globals.get("compiled_archive")(archive).toJs());
