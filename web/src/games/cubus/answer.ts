// What the server answers about a draft, and how that is said.

import type { Phrase } from "../../board-kit/contract";
import { enumerated, say, t } from "../../i18n/i18n.svelte";
import { counted, type Counts, type Laid } from "./draft";
import { KINDS, type Kind, type Spot } from "./lattice";
import { tileCount } from "./tileCount";

/** What the server answers about a draft. */
export interface Answer {
  sound: boolean;
  boxes: number;
  points: number;
  added: Counts;
  build: string | null;
  why: Phrase | null;
  /** Nothing is wrong; those at `spot` are still missing. */
  unfinished: boolean;
  spot: Spot[];
  layer: Spot[];
}

/** What a draft shows, in a sentence. */
export function answerText(answer: Answer, places: boolean): string {
  const parts = answer.sound
    ? [t("cubus.boxes", { n: answer.boxes }), say({ key: "cubus.show.points", values: { n: answer.points } })]
    : [];
  const why = reason(answer.why, places);
  return [parts.join(", "), why].filter(Boolean).join(". ");
}

/** Why a draft is no build. With `places` the tiles are named with their places, for those who do not see the marks. */
export function reason(why: Phrase | null, places: boolean): string {
  if (why === null) return "";
  const values = Object.fromEntries(
    Object.entries(why.values).map(([name, value]) => {
      const tile = typeof value === "string" ? /^([LRTO]) (-?\d+,-?\d+)$/.exec(value) : null;
      if (tile === null) return [name, value];
      const kind = say({ key: `cubus.tile.${tile[1]}`, values: {} });
      return [name, places ? `${kind} ${tile[2]}` : kind];
    }),
  );
  return say({ key: why.key, values });
}

/** What a hint has made of the picture: which of its tiles it moved, and which it laid from the hand. */
export function changeText(tiles: readonly Laid[], picture: readonly Laid[]): string {
  const before = new Map(picture.map((laid) => [laid.id, laid]));
  const added = tiles.filter(({ id }) => !before.has(id));
  const moved = tiles.filter(({ id, a, b }) => {
    const old = before.get(id);
    return old !== undefined && (old.a !== a || old.b !== b);
  });
  return [tilesText("cubus.hint.moved", moved), tilesText("cubus.hint.added", added)].filter(Boolean).join(" ");
}

/** Which tiles are still to come, whose places are dashed. */
export function missingText(spot: readonly Spot[]): string {
  return spotsText("cubus.missing", spot);
}

/** What a whole layer takes. */
export function layerText(spots: readonly Spot[]): string {
  return spotsText("cubus.layer.with", spots) || t("cubus.layer");
}

function spotsText(key: string, spots: readonly Spot[]): string {
  return tilesText(
    key,
    spots.map(([kind]) => ({ kind })),
  );
}

function tilesText(key: string, tiles: readonly { kind: Kind }[]): string {
  const counts = counted(tiles);
  const parts = KINDS.filter((kind) => counts[kind] > 0).map((kind) => tileCount(kind, counts[kind]));
  return parts.length === 0 ? "" : t(key, { tiles: enumerated(parts), n: tiles.length });
}
