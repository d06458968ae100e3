// A lesson on a phone: its task, the board and what is said of a try are to be in sight together.

export interface LessonParts {
  /** The title of the lesson and the number of the step. */
  head: HTMLElement;
  text: HTMLElement;
  task: HTMLElement;
  place: HTMLElement;
  /** It stands at the foot of the screen, over whatever is there. */
  foot: HTMLElement;
}

/** What a step looked like before it was solved: where the board was, and how high what stands above it. */
export interface Before {
  board: number;
  text: number;
}

/** So many lines of a task are to be read, and no fewer than the least; the rest of it scrolls. */
const LINES = { wanted: 2, least: 1 };
/** A board may become so much smaller while something is to be done on it, and when it is only looked at. */
const LEAST = { used: 0.82, watched: 0.7 };
/** So often a board is measured again that was made smaller. */
const ROUNDS = 3;
/** How much higher the foot is after the last step, in pixels: the board does not come up for it. */
const END = 54;
/** Between the task and the edge of the screen. */
const EDGE = 4;
/** What a board may leave out where there is too little room: what others have, and all that stands beside it. */
const OTHERS = "--other-hands";
const ASIDE = "--aside";
/** The same for what is part of the drawing: 1 where it may be cut off. */
const CROP = "--crop";
/** How much lower a board is that does not become lower when it is narrower, in pixels; and the most that it may be. */
const LOWER = "--lower";
const LOWEST = 51;

/** So much of a height as whole lines fill, and no less than the first few of them. */
export function fullLines(height: number, line: number, all: number, lines = LINES.wanted): number {
  const least = Math.min(all, lines * line);
  return height >= all ? all : Math.max(least, Math.floor(height / line) * line);
}

/**
 * How a new step is shown on a screen of this height: how far the page is scrolled, and how much of its size the board
 * keeps. It begins at the top, or at its title: whoever opens a step sees where they are. Rather than the title, a bit of
 * the board's size is given up.
 */
export function opening(
  height: number,
  above: { bar: number; head: number },
  parts: number,
  board: number,
  least: number,
): { scroll: number; board: number } {
  const left = (scroll: number): number => height - (above.bar + above.head - scroll) - parts;
  for (const scroll of [0, above.bar]) if (left(scroll) >= board) return { scroll, board: 1 };
  return { scroll: above.bar, board: Math.max(least, left(above.bar) / board) };
}

/** How far to scroll so that the board ends above the foot. */
export function scrolled(top: number, bottom: number, foot: number): number {
  const hidden = bottom - foot;
  return hidden > 0 ? hidden : Math.max(hidden, Math.min(top, 0));
}

/**
 * Where the board stands when a step is solved, how high what is above it may be, and how much is lacking for both.
 * It stays where it was `before`, unless the foot takes that place, or what has to be read (`least`) does not fit above:
 * nothing jumps for a task that has been read and can be scrolled.
 */
export function solved(
  before: Before,
  foot: number,
  gap: number,
  board: number,
  least: number,
): { board: number; text: number; lacking: number } {
  const lowest = foot - gap - board;
  const top = Math.min(Math.max(before.board, EDGE + least + gap), lowest);
  const text = Math.max(top - gap - EDGE, least);
  return { board: EDGE + text + gap, text, lacking: Math.max(0, EDGE + text + gap + board + gap - foot) };
}

function loosen({ text, task }: LessonParts): void {
  text.style.minHeight = "";
  task.style.maxHeight = "";
  task.removeAttribute("tabindex");
}

function loosenBoard({ place }: LessonParts): void {
  place.style.maxWidth = "";
  for (const property of [OTHERS, ASIDE, CROP, LOWER]) place.style.removeProperty(property);
}

const heightOf = (part: HTMLElement): number => part.getBoundingClientRect().height;
const gapOf = ({ text, place }: LessonParts): number =>
  place.getBoundingClientRect().top - text.getBoundingClientRect().bottom;
const lineOf = (task: HTMLElement): number => parseFloat(getComputedStyle(task).lineHeight) || 24;
/** On a desk they are beside each other, and all is in sight. */
const isDesk = ({ place, foot }: LessonParts): boolean =>
  foot.getBoundingClientRect().left >= place.getBoundingClientRect().right;

/** Make a board so high, or as low as it may get; whether that is low enough. What stands beside it may not shrink as it does. */
function shrink(place: HTMLElement, height: number, least: number): boolean {
  const narrowest = least * place.getBoundingClientRect().width;
  for (let round = 0; round < ROUNDS && heightOf(place) > height; round++) {
    const [width, before] = [place.getBoundingClientRect().width, heightOf(place)];
    place.style.maxWidth = `${Math.floor(Math.max(narrowest, (width * height) / before))}px`;
    if (heightOf(place) < before) continue;
    place.style.maxWidth = ""; // it only gets narrower
    return false;
  }
  return heightOf(place) <= height + 1;
}

/** Cut a task at the end of a line. */
function cut(task: HTMLElement, height: number, lines = LINES.wanted): void {
  const high = fullLines(height, lineOf(task), task.scrollHeight, lines);
  if (high >= task.scrollHeight) return;
  task.style.maxHeight = `${high}px`;
  task.tabIndex = 0; // what scrolls is reached with the keyboard too
}

/** A new step: from its beginning, with all that belongs to it. */
export function showStep(parts: LessonParts, watched: boolean, last: boolean): void {
  const { head, text, place, foot } = parts;
  loosen(parts);
  loosenBoard(parts);
  if (isDesk(parts)) return;
  const least = watched ? LEAST.watched : LEAST.used;
  const bar = head.getBoundingClientRect().top + scrollY;
  const fits = (): ReturnType<typeof opening> => {
    const above = { bar, head: text.getBoundingClientRect().top + scrollY - bar };
    const others = heightOf(text) + heightOf(foot) + 2 * gapOf(parts) + (last ? END : 0);
    return opening(innerHeight, above, others, heightOf(place), least);
  };
  if (watched && fits().board < 1) leaveOut(place);
  const { board } = fits();
  if (board < 1 && !shrink(place, Math.floor(board * heightOf(place)), least)) lower(place, () => fits().board < 1);
  scrollTo({ top: fits().scroll, behavior: "instant" });
}

/** A board that is only looked at may do without what stands beside it. */
function leaveOut(place: HTMLElement): void {
  place.style.setProperty(ASIDE, "none");
  place.style.setProperty(CROP, "1");
}

/** Make a board lower that does not shrink as it gets narrower, and only then leave out what others have. */
function lower(place: HTMLElement, lacking: () => boolean): void {
  for (let by = 1; by <= LOWEST && lacking(); by += 5) place.style.setProperty(LOWER, `${by}px`);
  if (lacking()) place.style.setProperty(OTHERS, "none");
}

/** Something is said of a try: it stands at the foot, and the board is still to be used, above it. */
export function showRemark(parts: LessonParts, behavior: ScrollBehavior): void {
  const { text, task, place, foot } = parts;
  task.style.maxHeight = "";
  task.removeAttribute("tabindex");
  if (isDesk(parts)) return;
  const lacking = (): number =>
    EDGE + heightOf(text) + heightOf(place) + heightOf(foot) + 2 * gapOf(parts) - innerHeight;
  if (lacking() > 0) place.style.setProperty(OTHERS, "none");
  if (lacking() > 0) cut(task, heightOf(task) - lacking());
  task.scrollTop = task.scrollHeight; // what is asked comes last, and is read again after a try
  const [above, board] = [text, place].map((part) => part.getBoundingClientRect());
  if (!above || !board) return;
  const top = scrolled(above.top - EDGE, board.bottom, innerHeight - heightOf(foot));
  if (top !== 0) scrollBy({ top, behavior });
}

export function lookBefore({ text, place }: LessonParts): Before {
  return { board: place.getBoundingClientRect().top, text: heightOf(text) };
}

/** A step is solved: what is said of it stands with the task, and the board stays where and as it is. */
export function showPraise(parts: LessonParts, before: Before, behavior: ScrollBehavior): void {
  const { head, text, task, place, foot } = parts;
  loosen(parts);
  if (isDesk(parts)) return;
  const others = heightOf(text) - heightOf(task); // praise, the answer, and what is between
  const fits = (lines = LINES.wanted): ReturnType<typeof solved> => {
    const least = others + fullLines(0, lineOf(task), task.scrollHeight, lines);
    return solved(before, innerHeight - heightOf(foot), gapOf(parts), heightOf(place), least);
  };
  if (fits().lacking > 0) place.style.setProperty(OTHERS, "none");
  if (fits().lacking > 0) place.style.setProperty(ASIDE, "none");
  const lines = fits().lacking > 0 ? LINES.least : LINES.wanted;
  const { board, text: high } = fits(lines);
  cut(task, high - others, lines);
  // what is said may be less than the task was: the board does not come up for it
  text.style.minHeight = `${Math.min(before.text, high)}px`;
  // and above it stands all of the title or nothing of it
  const title = text.getBoundingClientRect().top - head.getBoundingClientRect().top;
  if (EDGE + high - heightOf(text) < title) text.style.minHeight = `${high}px`;
  const top = place.getBoundingClientRect().top - board;
  if (Math.abs(top) >= 1) scrollBy({ top, behavior });
}
