// Whether this page plays without a server, as it was written by `speelkist site`; then it runs Python itself.

import { keepData, keptData } from "../storage/kept";

/** What is needed to run Python in a page; addresses within these pages. */
export interface PythonFiles {
  /** The folder with Pyodide, and the archive with our Python. */
  pyodide: string;
  python: string;
  /** The bytes of all that is loaded, for the progress bar. */
  bytes: number;
}

export interface Site extends PythonFiles {
  /** A server for games by link; empty: none. */
  server: string;
}

const content = document.querySelector('meta[name="speelkist-site"]')?.getAttribute("content");

export const site: Site | null = content ? (JSON.parse(content) as Site) : null;

/** The address of a file of these pages: under a path the page itself lies there. */
export function fileAt(name: string): string {
  return site === null ? `/${name}` : new URL(name, document.baseURI).href;
}

/** The tables that were begun on this device while the server was away. */
const NAME = "device-tables";

export function deviceTables(): string[] {
  return keptData<string[]>(NAME, []);
}

export function noteDeviceTable(table: string): void {
  keepData(NAME, [...deviceTables(), table]);
}

/** Whether a table is played in this page, without a server. */
export function isLocal(table: string): boolean {
  return site !== null || deviceTables().includes(table);
}
