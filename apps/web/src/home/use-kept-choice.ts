import { useState } from 'react';
import { keep, readKept } from '../shell/kept.ts';

/** One of a few choices, remembered on this device; the first until somebody chooses. */
export function useKeptChoice<T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): readonly [T, (choice: T) => void] {
  const [choice, setChoice] = useState(() => {
    const kept = readKept(name);
    return choices.find((each) => each === kept) ?? choices[0];
  });
  const choose = (next: T) => {
    setChoice(next);
    keep(name, next);
  };
  return [choice, choose];
}
