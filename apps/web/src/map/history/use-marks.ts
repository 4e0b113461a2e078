import type { MapId } from '@bough/base';
import { visitRoutes } from '@bough/contracts';
import type { LargeStep } from '@bough/editor/moments';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../api/api.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import type { PastLink } from './past-link.ts';
import { useAsked } from './use-asked.ts';
import type { usePastLink } from './use-past-link.ts';
import type { Versions } from './use-versions.ts';

/** A moment with a sign in the slider: it has a name, many items were changed with it, or the server went on from it after a loss. */
export interface PastMark {
  readonly kind: 'version' | 'large' | 'renewed';
  readonly id: string;
  readonly seq: number;
  readonly name: string;
}

/** What stands out in the past of a map, in the order of the moments. */
export interface Marks {
  readonly all: readonly PastMark[];
  readonly large: readonly LargeStep[];
  /** The moments after which the server had lost what came next. */
  readonly renewed: readonly number[];
}

export function useMarks(map: MapId, read: ReturnType<typeof usePastLink>, versions: Versions): Marks {
  const large = useAsked(read, askLarge, NONE);
  const renewed = useRenewals(map);
  const { list } = versions;
  return useMemo(() => {
    const said = pastWords();
    const all: PastMark[] = [
      ...list.map(({ id, seq, name }) => ({ kind: 'version' as const, id, seq, name })),
      ...large.map(({ seq, items, isNew }) => ({
        ...{ kind: 'large' as const, id: `large ${seq}`, seq },
        name: isNew ? said.manyAdded(items) : said.manyChanged(items),
      })),
      ...renewed.map((seq) => ({ kind: 'renewed' as const, id: `renewed ${seq}`, seq, name: said.renewed })),
    ];
    return { all: all.toSorted((a, b) => a.seq - b.seq), large, renewed };
  }, [list, large, renewed]);
}

const NONE: readonly LargeStep[] = [];
const askLarge = (past: PastLink) => past.ask({ kind: 'largeSteps' });

function useRenewals(map: MapId): readonly number[] {
  const [after, setAfter] = useState<readonly number[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void call(visitRoutes.renewals, { map }, undefined, { signal: leaving.signal }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setAfter(answer.value.after);
    });
    return () => leaving.abort();
  }, [map]);
  return after;
}
