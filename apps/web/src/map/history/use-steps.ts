import { type ChangeTime, SeenMoments } from '@bough/editor/moments';
import { useMemo } from 'react';
import type { PastLink } from './past-link.ts';
import { useAsked } from './use-asked.ts';
import type { usePastLink } from './use-past-link.ts';

type Read = ReturnType<typeof usePastLink>;

/** The moments that one steps through, and when each change was made; null: not known yet, for the past is not read. */
export interface Steps {
  readonly steps: SeenMoments | null;
  readonly times: readonly ChangeTime[] | null;
  /** Whether the moment after change `at` is shown, or one that looks the same. */
  readonly isAt: (at: number) => boolean;
}

const askTimes = (past: PastLink) => past.ask({ kind: 'times' });

/** The steps of a past of which the moment after change `seq` is shown. */
export function useSteps(read: Read, seq: number | null): Steps {
  const { last } = read;
  const times = useAsked(read, askTimes, null);
  const steps = useMemo(() => {
    if (times !== null) return SeenMoments.of(times);
    return last === null ? null : SeenMoments.unread(last);
  }, [times, last]);
  const isAt = (at: number) => seq !== null && steps !== null && steps.placeOf(at) === steps.placeOf(seq);
  return { steps, times, isAt };
}
