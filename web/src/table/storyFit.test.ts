import { expect, test } from "vitest";
import { fitStory } from "./storyFit";

/** What is left of sentences of so many lines each where there is room for three. */
function shown(lines: readonly number[], throws = 0, ending = false): number[] {
  const sentences = lines.map((height) => ({ height, hidden: false }));
  const line = {
    clientHeight: 3,
    get scrollHeight(): number {
      return sentences.reduce((sum, { height, hidden }) => sum + (hidden ? 0 : height), 0);
    },
  };
  fitStory(line, sentences, throws, 1, ending);
  return sentences.flatMap(({ hidden }, index) => (hidden ? [] : [index]));
}

test("all is told where there is room", () => {
  expect(shown([1, 1, 1])).toEqual([0, 1, 2]);
});

test("what does not fit is left out by whole sentences from the front", () => {
  expect(shown([2, 2, 2, 1])).toEqual([2, 3]);
  expect(shown([1, 1, 9])).toEqual([2]);
});

test("throws go together, before what was done with them", () => {
  expect(shown([1, 1, 2, 1], 2)).toEqual([2, 3]);
});

test("where there is little room, what was done stays, and what came of it goes", () => {
  expect(shown([2, 2, 1], 1, true)).toEqual([1, 2]);
  expect(shown([1, 2, 2, 1], 1, true)).toEqual([1, 2]);
  expect(shown([1, 5, 1], 1, true)).toEqual([1]);
});
