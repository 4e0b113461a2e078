import { useState } from 'react';

/** One of a few choices, remembered on this device; the first until somebody chooses. */
export function useKeptChoice<T extends string>(key: string, choices: readonly T[]): readonly [T, (choice: T) => void] {
  const [choice, setChoice] = useState<T | undefined>(() => read(key, choices));
  const choose = (next: T) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Kept for as long as the page is there.
    }
  };
  const [first] = choices;
  if (first === undefined) throw new Error('a bug in Bough: there is nothing to choose');
  return [choice ?? first, choose];
}

function read<T extends string>(key: string, choices: readonly T[]): T | undefined {
  try {
    const kept = localStorage.getItem(key);
    return choices.find((each) => each === kept);
  } catch {
    return undefined;
  }
}
