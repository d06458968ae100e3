// The games that have a folder here, found by their index.ts. There is no other list of games in these pages.

import { addTexts } from "../i18n/i18n.svelte";
import { loadPart } from "../net/parts.svelte";
import type { BoardComponent, GameManifest } from "./manifest";

const modules = import.meta.glob<{ manifest: GameManifest }>("./*/index.ts", { eager: true });

const MANIFESTS = new Map(
  Object.entries(modules).map(([path, { manifest }]) => [path.split("/")[1] ?? "", manifest] as const),
);
for (const { texts } of MANIFESTS.values()) addTexts(texts);

/** The manifest of a game; undefined for a game without a folder. */
export function manifestOf(game: string): GameManifest | undefined {
  return MANIFESTS.get(game);
}

export function allManifests(): ReadonlyMap<string, GameManifest> {
  return MANIFESTS;
}

export async function loadBoard(game: string): Promise<BoardComponent> {
  const load = MANIFESTS.get(game)?.loadBoard ?? (() => import("../board-kit/GenericBoard.svelte"));
  return (await loadPart<{ default: BoardComponent }>(load)).default;
}

/** By the order of the home page; games without a folder come last, by their id. */
export function byOrder(first: string, second: string): number {
  const place = (game: string): number => MANIFESTS.get(game)?.order ?? Infinity;
  const places = [place(first), place(second)] as const;
  return places[0] === places[1] ? first.localeCompare(second) : places[0] - places[1];
}
