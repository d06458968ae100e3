// The room for what is explained under the board of a first game: the board gives up no more than is lacking.

import { tick } from "svelte";

/** So often a board is measured again that was made smaller: as long as it is as wide as the screen, less room changes nothing. */
const ROUNDS = 8;

export class NoteSpace {
  /** Whether there is room for the story beside what is explained; otherwise that takes its place, and not the board's. */
  roomy = $state(false);
  /** How much lower the board has to be than without what is explained, in pixels. */
  lacking = $state(0);
  /** How often it was measured: a later time ends what is still under way. */
  #times = 0;

  /** Measure whenever what is explained or the screen changes; the answer ends it, and the board is as large as ever. */
  watch(line: HTMLElement, storyHeight: number): () => void {
    const again = (): void => {
      this.lacking = 0;
      void this.measure(line, storyHeight);
    };
    const isNote = (node: Node): boolean =>
      (node instanceof Element ? node : node.parentElement)?.closest("aside") != null;
    const changed = new MutationObserver((records) => {
      if (records.some(({ target, addedNodes }) => [target, ...addedNodes].some(isNote))) again();
    });
    changed.observe(line, { childList: true, characterData: true, subtree: true });
    window.addEventListener("resize", again);
    return () => {
      changed.disconnect();
      window.removeEventListener("resize", again);
      this.#times++;
      this.lacking = 0;
    };
  }

  /** Without the story, which then moves nothing when it comes. What a longer question takes the board does not get back
   *  before something else is explained: it does not grow and shrink with every pick. */
  async measure(line: HTMLElement, storyHeight: number): Promise<void> {
    const time = ++this.#times;
    this.roomy = false;
    await tick();
    for (let round = 0; round < ROUNDS && time === this.#times; round++) {
      const over = overflow(line.parentElement);
      if (over <= 1) break;
      this.lacking += over;
      await tick();
    }
    if (time !== this.#times) return;
    const [note, question] = ["aside", ".now"].map((part) => line.querySelector(part)?.getBoundingClientRect());
    this.roomy = note !== undefined && question !== undefined && question.top - note.bottom > storyHeight;
  }
}

/** How much higher the board and what is under it are than the screen, in pixels. */
function overflow(desk: HTMLElement | null): number {
  if (desk === null) return 0;
  return desk.offsetHeight - (parseFloat(getComputedStyle(desk).minHeight) || Infinity);
}
