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
 */
export function fitStory(line: Line, sentences: readonly Sentence[], throws: number, least = 1): void {
  const overflows = (): boolean => line.scrollHeight > line.clientHeight + 1;
  for (const sentence of sentences) sentence.hidden = false;
  if (!overflows()) return;
  for (const sentence of sentences.slice(0, throws)) sentence.hidden = true;
  for (const sentence of sentences.slice(throws, Math.max(throws, sentences.length - least))) {
    if (!overflows()) return;
    sentence.hidden = true;
  }
}
