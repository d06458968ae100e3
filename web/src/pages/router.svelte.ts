// Kinds of pages: the home page at /, a table at /t/ID, and for each game its lessons, its rules, and two computers to
// watch: /learn/GAME, /learn/GAME/LESSON, /rules/GAME, /watch/GAME.

const now = $state({ path: location.pathname });

addEventListener("popstate", () => (now.path = location.pathname));

export function path(): string {
  return now.path;
}

export function tableId(): string | null {
  return /^\/t\/([a-z0-9]{4,16})$/.exec(now.path)?.[1] ?? null;
}

export interface GamePage {
  kind: "learn" | "rules" | "watch";
  game: string;
  /** A lesson of the game; empty for the list of them. */
  lesson: string;
}

/** The page about a game that is shown, if one is. */
export function gamePage(): GamePage | null {
  const [, kind, game, lesson] = /^\/(learn|rules|watch)\/([a-z0-9_]+)(?:\/([a-z0-9_-]+))?\/?$/.exec(now.path) ?? [];
  return kind && game ? { kind: kind as GamePage["kind"], game, lesson: lesson ?? "" } : null;
}

export function go(path: string): void {
  history.pushState(null, "", path);
  now.path = path;
  scrollTo(0, 0);
}

/** Follow a link of ours without loading the page anew; one that is meant for another tab is left alone. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.pathname);
}
