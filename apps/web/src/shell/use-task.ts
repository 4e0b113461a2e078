import type { Result } from '@bough/base';
import { useCallback, useState } from 'react';
import type { Trouble } from '../api/api.ts';

/** One thing at a time that a person asked for: whether it is under way, and why the last one failed. */
export interface Task {
  readonly isBusy: boolean;
  readonly trouble: Trouble | null;
  /** Does it unless another is under way; answers what came of it, null when it failed. */
  readonly run: <T>(work: () => Promise<Result<T, Trouble>>) => Promise<{ readonly value: T } | null>;
}

/** A task of a form or a button. */
export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const run = useCallback(async <T>(work: () => Promise<Result<T, Trouble>>) => {
    setBusy(true);
    setTrouble(null);
    const answer = await work();
    setBusy(false);
    if (answer.ok) return { value: answer.value };
    setTrouble(answer.error);
    return null;
  }, []);
  return { isBusy, trouble, run };
}
