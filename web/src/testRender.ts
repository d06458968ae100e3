// What a component shows at first, for tests: drawn as text on the server's side, for there is no browser.

import type { Component } from "svelte";
import { render } from "svelte/server";
import type { GameManifest } from "./games/manifest";
import type { Phrase } from "./net/types";
import { TableState } from "./table/state.svelte";
import type { Table } from "./table/store.svelte";

/** Its HTML, without the remarks and class names of the compiler. */
export function htmlOf<P extends Record<string, unknown>>(component: Component<P>, props: P): string {
  const { body } = render(component as Component<Record<string, unknown>>, { props });
  return body.replace(/<!--.*?-->/g, "").replace(/ ?svelte-\w+/g, "");
}

/** What is read of it. */
export function textOf<P extends Record<string, unknown>>(component: Component<P>, props: P): string {
  const text = htmlOf(component, props).replace(/<[^>]*>/g, "");
  return text.replace(/\s+/g, " ").trim();
}

/** A table at which Anna, who reads, and Bram play a game that has no board; changes: what is otherwise. */
export function tableOf(changes: Record<string, unknown> = {}): Table {
  const seats = ["Anna", "Bram"].map((name, index) => ({ side: `${index}`, taken: true, name }));
  const view = { player: 0, phase: "move", scores: null, extra: {}, result: null };
  const base = { game: "any", status: "playing", seats, yours: [0], present: [true, true], view };
  const playing = { playback: { showing: false }, words: { shown: [], last: null } };
  return Object.assign(new TableState(), base, playing, changes) as unknown as Table;
}

export const said = (key: string, values: Phrase["values"]): Phrase => ({ key, values });
export const seated = (key: string, seat: number): Phrase => said(key, { seat });

/** The small picture before a sentence of the story, if its game has one. */
export async function drawnIcon(manifest: GameManifest, sentence: Phrase): Promise<string | null> {
  const icons = await manifest.loadMoveIcon?.();
  return icons?.draws(sentence) ? htmlOf(icons.default, { sentence }) : null;
}
