// Whoever comes to a page from another one of ours is at its title, which is read out; the link that was followed is gone.

/** For the title of a page: it has the focus, unless the page was opened by its address, or something else has it. */
export function atArrival(title: HTMLElement): void {
  // not yet active: the browser itself reads the page that it has opened
  if (document.activeElement !== document.body || navigator.userActivation?.hasBeenActive !== true) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
