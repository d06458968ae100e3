// Two kinds of pages: the chest at /, a table at /t/ADDRESS.

const now = $state({ path: location.pathname });

addEventListener("popstate", () => (now.path = location.pathname));

export function path(): string {
  return now.path;
}

export function tableAddress(): string | null {
  return /^\/t\/([a-z0-9]{4,16})$/.exec(now.path)?.[1] ?? null;
}

export function go(path: string): void {
  history.pushState(null, "", path);
  now.path = path;
  scrollTo(0, 0);
}
