// How many tiles of a kind, in words.

import { say } from "../../i18n/i18n.svelte";
import type { Kind } from "./lattice";

export function tileCount(kind: Kind, n: number): string {
  return say({ key: `cubus.view.tiles.${kind}`, values: { n } });
}
