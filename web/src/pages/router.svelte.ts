// Two kinds of pages: the home page at /, a table at /t/ID.

const now = $state({ path: location.pathname });

addEventListener("popstate", () => (now.path = location.pathname));

export function path(): string {
  return now.path;
}

export function tableId(): string | null {
  return /^\/t\/([a-z0-9]{4,16})$/.exec(now.path)?.[1] ?? null;
}

export function go(path: string): void {
  history.pushState(null, "", path);
  now.path = path;
  scrollTo(0, 0);
}
