// Whether this page plays without a server, as it was written by `speelkist site`; then it runs Python itself.

export interface Site {
  /** The folder with Pyodide, and the archive with our Python; addresses within the site. */
  pyodide: string;
  python: string;
  /** The bytes of all that is loaded, for the progress bar. */
  bytes: number;
  /** A server for games by link; empty: none. */
  server: string;
}

const content = document.querySelector('meta[name="speelkist-site"]')?.getAttribute("content");

export const site: Site | null = content ? (JSON.parse(content) as Site) : null;

/** The address of a file of these pages: under a path the page itself lies there. */
export function fileAt(name: string): string {
  return site === null ? `/${name}` : new URL(name, document.baseURI).href;
}
