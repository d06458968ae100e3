// The room for what is told and explained under the board of a first game. So much is kept from the beginning that the
// board stays as large as it is, whatever is told, explained and asked.

import { tick } from "svelte";

/** So often a board is measured again that was made smaller: as long as it is as wide as the screen, less room changes nothing. */
const ROUNDS = 8;
/** In such steps it becomes lower, in pixels: what is measured differs by parts of one. */
const STEP = 4;
/** So many lines are kept for the story, and for what is explained with the edges of its card. */
const LINES = { story: 2, note: 4.6 };
/** So much is kept for a question with a button beside it, in pixels. */
const QUESTION = 54;

export class NoteSpace {
  /** How high the story may be beside what is explained, in pixels; infinite where nothing is lacking. */
  story = $state(Infinity);
  /** Whether what is explained leaves out the way to end it; and whether it is cut, since the story is read first. */
  tight = $state(false);
  cut = $state(false);
  /** How much lower the board is than elsewhere, in pixels. What it once gave up it does not get back, unless the screen
   *  or the board itself changes. */
  lacking = $state(0);
  /** How often it was measured: a later time ends what is still under way. */
  #times = 0;
  /** How high the board was when it was last measured, in pixels. */
  #board = 0;
  /** How high a line of the story is, in pixels, also while something else has its place. */
  #line = 0;

  /** Measure whenever what is explained, the board or the screen changes. */
  watch(line: HTMLElement, board: HTMLElement): () => void {
    const again = (): void => {
      this.lacking = 0;
      void this.measure(line, board);
    };
    const changed = new MutationObserver((records) => {
      if (records.some(({ target, addedNodes }) => [target, ...addedNodes].some(isNote)))
        void this.measure(line, board);
    });
    const resized = new ResizeObserver(() => {
      if (Math.abs(board.offsetHeight - this.#board) > 1) again();
    });
    changed.observe(line, { childList: true, characterData: true, subtree: true });
    resized.observe(board);
    window.addEventListener("resize", again);
    return () => {
      changed.disconnect();
      resized.disconnect();
      window.removeEventListener("resize", again);
      this.#times++;
      this.lacking = 0;
    };
  }

  async measure(line: HTMLElement, board: HTMLElement): Promise<void> {
    const time = ++this.#times;
    this.tight = this.cut = false;
    await tick();
    this.#line = lineOf(line) || this.#line;
    const lines = LINES.story * this.#line;
    const kept = (): number => spaceOf(line, LINES.note * this.#line) + heightOf(line, ".now") - QUESTION;
    await this.#giveUp(time, board, () => lines - kept());
    const least = heightOf(line, ".instead") || lines;
    const space = (): number => spaceOf(line, heightOf(line, "aside"));
    for (const less of ["tight", "cut"] as const) {
      const before = space();
      if (time !== this.#times || before >= least - 1) break;
      this[less] = true;
      await tick();
      if (space() < before) this[less] = false; // the way to the rest takes more than the rest does
    }
    await tick();
    await this.#giveUp(time, board, () => lines - space());
    if (time === this.#times) this.story = Math.max(space(), least);
  }

  /** Make the board lower until nothing is lacking. */
  async #giveUp(time: number, board: HTMLElement, lacking: () => number): Promise<void> {
    for (let round = 0; round < ROUNDS && time === this.#times && lacking() > 1; round++) {
      this.lacking += Math.ceil(lacking() / STEP) * STEP;
      await tick();
    }
    this.#board = board.offsetHeight;
  }
}

function isNote(node: Node): boolean {
  return (node instanceof Element ? node : node.parentElement)?.closest("aside") != null;
}

/** How much room is left for the story where what is explained is so high, in pixels: the board and all that is under it
 *  fill the screen. */
function spaceOf(line: HTMLElement, note: number): number {
  const desk = line.parentElement;
  const screen = desk && parseFloat(getComputedStyle(desk).minHeight);
  if (!desk || !screen) return Infinity; // they are beside each other
  const { paddingTop, paddingBottom, rowGap } = getComputedStyle(line);
  const parts = ([...line.children] as HTMLElement[]).filter((part) => !isApart(part));
  const used = parts.reduce((sum, part) => sum + part.offsetHeight, note);
  const around = parseFloat(paddingTop) + parseFloat(paddingBottom) + (parts.length + 1) * (parseFloat(rowGap) || 0);
  return screen - (desk.offsetHeight - line.offsetHeight) - used - around;
}

/** What the room is for, and what lies over the line or is only heard. */
function isApart(part: HTMLElement): boolean {
  const { position } = getComputedStyle(part);
  return part.matches("[data-story], .instead, aside") || part.offsetHeight <= 1 || position === "absolute";
}

function heightOf(line: HTMLElement, part: string): number {
  return line.querySelector<HTMLElement>(part)?.offsetHeight ?? 0;
}

/** How high a line of the story is, in pixels; nothing where it is not told. */
function lineOf(line: HTMLElement): number {
  const story = line.querySelector("[data-story]");
  return story ? parseFloat(getComputedStyle(story).lineHeight) || 0 : 0;
}
