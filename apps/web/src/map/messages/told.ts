import { useSyncExternalStore } from 'react';

// One quiet sentence at the foot of the map, for what just happened; the next one takes its place.

let told: string | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const SHOWN_MS = 6000;

/** Says the sentence, or takes it away with null. Answers null, so that a refusal can be told and returned at once. */
export function tell(sentence: string | null): null {
  told = sentence;
  clearTimeout(leaving);
  if (sentence !== null) leaving = setTimeout(() => tell(null), SHOWN_MS);
  for (const listener of listeners) listener();
  return null;
}

/** What is being said, in React. */
export function useTold(): string | null {
  return useSyncExternalStore(subscribe, () => told);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
