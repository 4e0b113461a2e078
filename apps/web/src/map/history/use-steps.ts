import { type ChangeTime, SeenMoments } from '@bough/editor/moments';
import { useEffect, useMemo, useState } from 'react';
import type { usePastLink } from './use-past-link.ts';

type Read = ReturnType<typeof usePastLink>;

/** The moments that one steps through, and when each change was made; null: not known yet. */
export interface Steps {
  readonly steps: SeenMoments | null;
  readonly times: readonly ChangeTime[] | null;
  /** Whether the moment after change `at` is shown, or one that looks the same. */
  readonly isAt: (at: number) => boolean;
}

/** The steps of a past of which the moment after change `seq` is shown. */
export function useSteps(read: Read, seq: number | null): Steps {
  const { last } = read;
  const times = useTimes(read);
  const steps = useMemo(() => {
    if (times !== null) return SeenMoments.of(times);
    return last === null ? null : SeenMoments.unread(last);
  }, [times, last]);
  const isAt = (at: number) => seq !== null && steps !== null && steps.placeOf(at) === steps.placeOf(seq);
  return { steps, times, isAt };
}

/** When each change was made, and whether it is seen; null: the past is not read. Nobody reads it for that. */
function useTimes({ link, state }: Read): readonly ChangeTime[] | null {
  const [times, setTimes] = useState<readonly ChangeTime[] | null>(null);
  useEffect(() => {
    if (state !== 'there') return;
    let isOver = false;
    void link.current?.ask({ kind: 'times' }).then((all) => {
      if (!isOver) setTimes(all);
    });
    return () => {
      isOver = true;
    };
  }, [link, state]);
  return times;
}
