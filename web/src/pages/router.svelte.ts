// Kinds of pages: the home page at /, a table at /t/ID, and for each game its lessons, its rules, and two computers to
// watch: /learn/GAME, /learn/GAME/LESSON, /rules/GAME, /watch/GAME. A page without a server is one file: there it is ?p=t/ID.

import { site } from "../net/site";

/** The page that an address means. */
function pathAt({ pathname, search }: { pathname: string; search: string }): string {
  return site === null ? pathname : `/${new URLSearchParams(search).get("p") ?? ""}`;
}

const now = $state({ path: pathAt(location) });

addEventListener("popstate", () => (now.path = pathAt(location)));

export function path(): string {
  return now.path;
}

export function tableId(): string | null {
  return /^\/t\/([a-z0-9]{4,16})$/.exec(now.path)?.[1] ?? null;
}

export interface GamePage {
  kind: "learn" | "rules" | "watch" | "puzzles" | "print";
  game: string;
  /** A lesson of the game; empty for the list of them. */
  lesson: string;
}

/** The page about a game that is shown, if one is. */
export function gamePage(): GamePage | null {
  const [, kind, game, lesson] =
    /^\/(learn|rules|watch|puzzles|print)\/([a-z0-9_]+)(?:\/([a-z0-9_-]+))?\/?$/.exec(now.path) ?? [];
  return kind && game ? { kind: kind as GamePage["kind"], game, lesson: lesson ?? "" } : null;
}

/** The address of a page, for a link. */
export function hrefOf(path: string): string {
  if (site === null) return path;
  const home = location.origin + location.pathname;
  return path === "/" ? home : `${home}?p=${path.slice(1)}`;
}

export function go(path: string): void {
  history.pushState(null, "", hrefOf(path));
  now.path = path;
  scrollTo(0, 0);
}

/** Follow a link of ours without loading the page anew; one that is meant for another tab is left alone. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(pathAt(link));
}
