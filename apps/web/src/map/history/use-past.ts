import type { MapId, PersonId } from '@bough/base';
import { paintMarks, type Sitting } from '@bough/editor/moments';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { tell } from '../messages/told.ts';
import { readLast, useMoment } from './moments.ts';
import { useComparison } from './use-comparison.ts';
import { useMomentEditor } from './use-moment-editor.ts';
import { useSittings } from './use-sittings.ts';

/** The moment that others are compared with, and whose changes are shown; null: everybody's. */
export interface Compare {
  readonly base: number;
  readonly by: PersonId | null;
}

/** What is looked at in the past of a map: a moment, or two of them. */
export function usePast(map: MapId) {
  const { last, seq, setSeq } = useNumber(map);
  const moment = useMoment(map, seq);
  const host = useRef<HTMLDivElement>(null);
  const [compare, setCompare] = useState<Compare | null>(null);
  const comparison = useComparison(map, compare?.base ?? null, moment, compare?.by ?? null);
  const shown = useMomentEditor(map, host, comparison?.shown.map ?? moment?.text ?? null);
  const sittings = useSittings(map, last);
  const { theme } = useTheme();
  useEffect(() => shown?.configure({ theme }), [shown, theme]);
  const marks = comparison?.shown.marks;
  useEffect(() => shown?.configure({ paintOver: paintMarks(marks ?? new Map()) }), [shown, marks]);
  return {
    ...{ last, seq, setSeq, moment, host, shown, sittings, compare, comparison, setCompare },
    isReady: moment !== null && moment.seq === seq,
    /** Shows the moment right after a sitting; while moments are compared, what its person did in it. */
    showSitting: ({ from, to, author }: Sitting): void => {
      setSeq(to);
      if (compare !== null) setCompare({ base: from - 1, by: author });
    },
    /** Compares with the moment that is shown; with now shown, tells what was done last. */
    turnCompare: (): void => {
      const base = seq !== last ? seq : (sittings.list[0]?.from ?? 1) - 1;
      setCompare(compare === null && base !== null ? { base, by: null } : null);
    },
  };
}

/** What is looked at, and the ways to look at something else. */
export type Past = ReturnType<typeof usePast>;

/** The number of the change that is shown, the last one in the beginning; null while that is not known. */
function useNumber(map: MapId) {
  const [last, setLast] = useState<number | null>(null);
  const [seq, setSeq] = useState<number | null>(null);
  useEffect(() => {
    void readLast(map).then((found): void => {
      if (found === null) tell(sheetWords().history.failed);
      setLast(found);
      setSeq(found);
    });
  }, [map]);
  return { last, seq, setSeq };
}
