// What has the keyboard's focus may go away, above all a button that was pressed: then what stands in its place gets it,
// or else the board, and nobody has to walk through the page again.
//
// data-keep: elements with the same word stand for each other, as the buttons that open and close something.

export function keepFocus(): void {
  let focused: Element | null = null;
  let board: Element | null = null;
  addEventListener("focusin", ({ target }) => {
    focused = target as Element;
    board = document.getElementById("board");
  });
  new MutationObserver(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
    const kept = focused.getAttribute("data-keep");
    if (kept !== null && focusKept(kept)) return;
    const present = document.getElementById("board");
    if (present === null) return; // a table is being opened, or none
    // at a new table it begins with the board, not in the middle of it; nor where the next key would pick something
    const place = present === board && kept === null ? present.querySelector<SVGElement>("[data-current]") : null;
    (place ?? present).focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

/** Whether something that can be seen stands for what is gone, and has the focus now. */
function focusKept(word: string): boolean {
  const heirs = document.querySelectorAll<HTMLElement>(`[data-keep="${CSS.escape(word)}"]`);
  const heir = [...heirs].find((element) => element.checkVisibility({ visibilityProperty: true }));
  heir?.focus({ preventScroll: true });
  return heir !== undefined;
}

/** A place of the board, wherever the keyboard was on the board. */
export function focusCell(cell: string): void {
  const place = document.querySelector<SVGElement>(`#board [data-cell="${CSS.escape(cell)}"]`);
  place?.focus({ preventScroll: true });
}
