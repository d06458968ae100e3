// A walk as it is shown: along its way, out of the hand or up onto another piece, or through the air.

import type { Point } from "../../board-kit/contract";
import { progress, type Way } from "./geometry";

/** The steps of a walk, moved by `shift`. It begins `from` times as large, and ends `rise` higher. */
export function walkFrames(way: Way, [dx, dy]: Point, from: number, rise: number): Keyframe[] {
  const along = progress(way.points);
  const steps = way.points.map(([x, y], index) => {
    const last = index === way.points.length - 1;
    const scale = index === 0 ? from : 1;
    return {
      transform: `translate(${x + dx}px, ${y + dy - (last ? rise : 0)}px) scale(${scale})`,
      offset: along[index] ?? 1,
    };
  });
  const [start, end] = [way.points[0], way.points.at(-1)];
  if (!way.leap || !start || !end) return steps;
  const middle = `translate(${(start[0] + end[0]) / 2}px, ${(start[1] + end[1]) / 2 - 24}px) scale(1.25)`;
  return [
    { ...steps[0], offset: 0 },
    { transform: middle, offset: 0.5 },
    { ...steps.at(-1), offset: 1 },
  ];
}
