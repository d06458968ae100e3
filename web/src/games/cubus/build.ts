// A build as its notation has it: heights row by row, "2,2/2,1@0,0", and the places of open lids, "O:0,0;1,1".

import type { Spot } from "./lattice";

export interface Build {
  boxes: number;
  /** The tiles that are seen of the pile. */
  tiles: Spot[];
}

const BUILD = /^build ([\d,/]+)@(-?\d+),(-?\d+)(?: O:(\S+))?$/;

export function readBuild(move: string): Build | null {
  const written = BUILD.exec(move);
  if (written === null) return null;
  const [, rows = "", left, top, lids = ""] = written;
  const open = new Set(lids.split(";"));
  const heights = new Map<string, number>();
  rows.split("/").forEach((row, x) =>
    row.split(",").forEach((height, y) => {
      if (Number(height) > 0) heights.set(`${x + Number(left)},${y + Number(top)}`, Number(height));
    }),
  );
  const at = (x: number, y: number): number => heights.get(`${x},${y}`) ?? 0;
  const tiles: Spot[] = [];
  let boxes = 0;
  for (const [place, height] of heights) {
    const [x = 0, y = 0] = place.split(",").map(Number);
    boxes += height;
    const lid = [x - height + 1, y - height + 1] as const;
    tiles.push([open.has(lid.join()) ? "O" : "T", ...lid]);
    // a side is seen where nothing stands before it; a box z high is seen z steps further back
    for (let z = at(x, y + 1); z < height; z++) tiles.push(["L", x - z, y - z]);
    for (let z = at(x + 1, y); z < height; z++) tiles.push(["R", x - z, y - z]);
  }
  return { boxes, tiles };
}
