// What has the keyboard's focus may go away, above all a button that was pressed: then the board gets it, and nobody has
// to walk through the page again.

export function keepFocus(): void {
  let focused: Element | null = null;
  let board: Element | null = null;
  addEventListener("focusin", ({ target }) => {
    focused = target as Element;
    board = document.getElementById("board");
  });
  new MutationObserver(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
    const present = document.getElementById("board");
    if (present === null) return; // a table is being opened, or none
    // at a new table it begins with the board, not in the middle of it
    const place = present === board ? present.querySelector<SVGElement>("[data-current]") : null;
    (place ?? present).focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
