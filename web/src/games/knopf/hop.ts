// The jump of a button, over everything in between.

import type { Point } from "../../board-kit/contract";
import { JOURNEY } from "../../board-kit/motion";

/** Up and down again, the higher the further it goes. */
export function hopFrames(from: Point, to: Point): Keyframe[] {
  const high = 0.25 + 0.12 * Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [
    { transform: "none", easing: "ease-out" },
    { transform: `translate(0px, ${-high}px) scale(1.25)`, easing: "ease-in" },
    { transform: "none" },
  ];
}

/** A button is sewn down when it has landed. */
export function sewDown(button: SVGGElement): void {
  button.querySelector(".thread")?.animate({ opacity: [0, 0, 1] }, { duration: 1.4 * JOURNEY });
}
