// Everything that a page without a server keeps, as one file: the tables, and what was learned and played here.

import { exportTables, importTables } from "../net/api";
import { keepText, keptNames, keptText } from "../storage/kept";

/** Not the browser's key: the seats in the file belong to whoever takes it in. */
const OWN = /^(learned|puzzle-streaks|played|guided|name|names|dice:.*)$/;

export async function exportEverything(): Promise<string> {
  const tables = JSON.parse(await exportTables()) as object;
  const texts = Object.fromEntries(
    keptNames()
      .filter((name) => OWN.test(name))
      .map((name) => [name, keptText(name)]),
  );
  return JSON.stringify({ ...tables, texts });
}

/** How many tables are new; what this browser has itself stays as it is. */
export async function importEverything(file: string): Promise<number> {
  const count = await importTables(file);
  if (file.trimStart().startsWith("{")) takeTexts((JSON.parse(file) as { texts?: unknown }).texts);
  return count;
}

function takeTexts(texts: unknown): void {
  if (typeof texts !== "object" || texts === null) return;
  for (const [name, text] of Object.entries(texts))
    if (OWN.test(name) && typeof text === "string" && keptText(name) === null) keepText(name, text);
}
