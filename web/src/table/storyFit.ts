// Which sentences of the story are left out where there is no room for all of it.

interface Sentence {
  hidden: boolean | string;
}
interface Line {
  scrollHeight: number;
  clientHeight: number;
}

/**
 * It never begins in the middle: what does not fit is left out by whole sentences from the front, first the throws
 * together, for they say little without what was done with them. All of them are in the list.
 * least: how many of the last ones stay, whether they fit or not.
 * ending: the rest is left out from the end: what was done goes before what came of it.
 */
export function fitStory(line: Line, sentences: readonly Sentence[], throws: number, least = 1, ending = false): void {
  const overflows = (): boolean => line.scrollHeight > line.clientHeight + 1;
  for (const sentence of sentences) sentence.hidden = false;
  if (!overflows()) return;
  for (const sentence of sentences.slice(0, throws)) sentence.hidden = true;
  const left = sentences.slice(throws);
  const order = ending ? left.reverse() : left;
  for (const sentence of order.slice(0, Math.max(0, order.length - least))) {
    if (!overflows()) return;
    sentence.hidden = true;
  }
}
