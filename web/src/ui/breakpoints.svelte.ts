// What kind of screen this is, where more than the style depends on it. The same queries stand in the styles.

import { MediaQuery } from "svelte/reactivity";

/** A phone on its side, or a page that is much enlarged: everything else stands beside the board. */
const lying = new MediaQuery("(max-height: 34rem) and (min-aspect-ratio: 5/4)");
const slim = new MediaQuery("(max-width: 60rem)");

/** The board takes the width of the page, and everything else lies below it. */
export function narrow(): boolean {
  return slim.current && !lying.current;
}

/** There is not room for everything: the line with what to do now holds what one needs while looking at the board. */
export function small(): boolean {
  return slim.current || lying.current;
}
