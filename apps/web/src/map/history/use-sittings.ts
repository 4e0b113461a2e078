import type { MapId } from '@bough/base';
import { type PastChange, type Sitting, sittingsIn } from '@bough/editor/moments';
import { useEffect, useMemo, useState } from 'react';
import { readChanges } from './past-reader.ts';

/** So many changes are looked at in one go, the last ones first. */
const STEP = 1_000;

/** What people did in a map, as far back as somebody has looked. */
export interface Sittings {
  readonly list: readonly Sitting[];
  readonly state: 'loading' | 'there' | 'failed';
  /** Whether there is something older. */
  readonly isMore: boolean;
  /** Looks further back; after a failure, tries again. */
  readonly lookBack: () => void;
}

/** Who did what, by person and pause; `last` is the number of the last change, null while it is not known. */
export function useSittings(map: MapId, last: number | null): Sittings {
  const [changes, setChanges] = useState<readonly PastChange[]>([]);
  const [wanted, setWanted] = useState(STEP);
  const [state, setState] = useState<Sittings['state']>('loading');
  const [round, setRound] = useState(0);
  const first = changes[0]?.seq ?? (last ?? 0) + 1;
  const from = Math.max(1, (last ?? 0) - wanted + 1);
  useEffect(() => {
    if (last === null || first <= from) return;
    let isOver = false;
    setState('loading');
    void readChanges(map, from, first - 1).then((older) => {
      if (isOver) return;
      // What was answered must join on to what is there: a page that is cut short is as good as none.
      const isWhole = older !== null && older.length === first - from;
      if (isWhole) setChanges((there) => [...older, ...there]);
      setState(isWhole ? 'there' : 'failed');
    });
    return () => {
      isOver = true;
    };
  }, [map, last, from, first, round]);
  const list = useMemo(() => sittingsIn(changes), [changes]);
  const lookBack = () => (state === 'failed' ? setRound(round + 1) : setWanted(wanted + STEP));
  return { list, state, isMore: last !== null && from > 1, lookBack };
}
