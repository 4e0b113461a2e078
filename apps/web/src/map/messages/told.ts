import { Shared, useShared } from '../../shell/shared.ts';

// One quiet sentence at the foot of the map, for what just happened; the next one takes its place.

const told = new Shared<string | null>(null);
let leaving: ReturnType<typeof setTimeout> | undefined;
const SHOWN_MS = 6000;

/** Says the sentence, or takes it away with null. Answers null, so that a refusal can be told and returned at once. */
export function tell(sentence: string | null): null {
  clearTimeout(leaving);
  if (sentence !== null) leaving = setTimeout(() => tell(null), SHOWN_MS);
  told.set(sentence);
  return null;
}

/** What is being said, in React. */
export function useTold(): string | null {
  return useShared(told);
}
