// How pieces travel.

import type { Point } from "./contract";

/** How long a journey is shown, in milliseconds. */
export const JOURNEY = 270;

/** From point to point, each stretch in the same time. */
export function straight(points: readonly (Point | null)[]): Keyframe[] {
  return points.flatMap((point) => (point === null ? [] : [{ transform: `translate(${point[0]}px, ${point[1]}px)` }]));
}
