// The size of the screen, for components that differ in more than style. The styles use the same media queries.

import { MediaQuery } from "svelte/reactivity";

/** A phone in landscape, or a page zoomed in a lot: everything else is beside the board. */
const lying = new MediaQuery("(max-height: 34rem) and (min-aspect-ratio: 5/4)");
const slim = new MediaQuery("(max-width: 60rem)");
const card = new MediaQuery("(max-width: 43.99rem)");
const high = new MediaQuery("(min-height: 50rem)");

/** The board takes the width of the page, and everything else is below it. */
export function narrow(): boolean {
  return slim.current && !lying.current;
}

/** There is no room for the side panel: the status line holds what a player needs while looking at the board. */
export function small(): boolean {
  return slim.current || lying.current;
}

/** The games of the chest stand in one column, with little room for words. */
export function slender(): boolean {
  return card.current;
}

/** There is height to spare, as on most phones in portrait. */
export function tall(): boolean {
  return high.current;
}
