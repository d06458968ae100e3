// A lesson on a phone: its task, the board and what is said of a try are to be in sight together.

export interface LessonParts {
  text: HTMLElement;
  task: HTMLElement;
  place: HTMLElement;
  /** It stands at the foot of the screen, over whatever is there. */
  foot: HTMLElement;
}

export interface Moment {
  /** Something is said of a try. */
  tried: boolean;
  /** The board is only to be looked at. */
  watched: boolean;
}

/** So many pixels of the task are always to be read, about two lines; the rest of it scrolls. */
const TASK = 50;
/** A board that is only looked at may become so much smaller. */
const LEAST = 0.7;
/** Between the task and the edge of the screen. */
const EDGE = 4;
/** What a board may leave out where there is too little room: what others have, and all that stands beside it. */
const OTHERS = "--others";
const ASIDE = "--aside";

/**
 * How high a task may be, and how much of its size the board keeps, where `height` is left for both, in pixels. A task
 * that is new is read whole. Only a board that is `watched`, with nothing to be done on it, gets smaller.
 */
export function shares(
  height: number,
  task: number,
  board: number,
  { tried, watched }: Moment,
): { task: number; board: number; lacking: boolean } {
  const least = tried ? Math.min(task, TASK) : task;
  const lacking = height - board < least;
  if (!lacking) return { task: Math.min(task, height - board), board: 1, lacking };
  return { task: least, board: watched ? Math.max(LEAST, (height - least) / board) : 1, lacking };
}

/** How far to scroll so that the board ends above the foot, or else so that nothing above the task is shown for it. */
export function scrolled(top: number, bottom: number, foot: number, tried: boolean): number {
  const hidden = bottom - foot;
  if (hidden > 0) return tried ? hidden : Math.min(hidden, Math.max(top, 0));
  return Math.max(hidden, Math.min(top, 0));
}

export function loosen({ task, place }: LessonParts): void {
  task.style.maxHeight = "";
  task.removeAttribute("tabindex");
  place.style.maxWidth = "";
  place.style.removeProperty(OTHERS);
  place.style.removeProperty(ASIDE);
}

/** Bring the parts into sight; after a try, what does not fit is made to. */
export function fit(parts: LessonParts, moment: Moment, behavior: ScrollBehavior): void {
  const { text, place, foot } = parts;
  loosen(parts);
  if (foot.getBoundingClientRect().left >= place.getBoundingClientRect().right) return; // beside each other: a desk
  tighten(parts, moment);
  const [above, board, below] = [text, place, foot].map((part) => part.getBoundingClientRect());
  if (!above || !board || !below) return;
  const top = scrolled(above.top - EDGE, board.bottom, innerHeight - below.height, moment.tried);
  if (top !== 0) scrollBy({ top, behavior });
}

function tighten({ text, task, place, foot }: LessonParts, moment: Moment): void {
  const share = (): ReturnType<typeof shares> => {
    const [above, said, board, below] = [text, task, place, foot].map((part) => part.getBoundingClientRect());
    if (!above || !said || !board || !below) return { task: Infinity, board: 1, lacking: false };
    const others = board.top - above.top - said.height; // answers, and what is between
    return shares(innerHeight - EDGE - below.height - others, task.scrollHeight, board.height, moment);
  };
  if (share().lacking) place.style.setProperty(OTHERS, "none");
  if (share().board < 1) place.style.setProperty(ASIDE, "none");
  const { task: high, board } = share();
  if (high < task.scrollHeight) {
    task.style.maxHeight = `${high}px`;
    task.tabIndex = 0; // what scrolls is reached with the keyboard too
  }
  if (board < 1) place.style.maxWidth = `${board * place.getBoundingClientRect().width}px`;
}
