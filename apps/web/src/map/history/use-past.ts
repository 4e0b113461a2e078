import type { MapId, PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';
import { type ItemId, type Mark, paintMarks, type Removed, type Sitting } from '@bough/editor/moments';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { tell } from '../messages/told.ts';
import { readLast, useMoment } from './moments.ts';
import { useBlame } from './use-blame.ts';
import { useChronicle } from './use-chronicle.ts';
import { useComparison } from './use-comparison.ts';
import { useMomentEditor } from './use-moment-editor.ts';
import { useSittings } from './use-sittings.ts';
import { useVersions } from './use-versions.ts';

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
  const versions = useVersions(map);
  const [isChronicled, setChronicled] = useState(false);
  const chronicled = useChronicle(map, last, isChronicled);
  const wantChronicle = useCallback(() => setChronicled(true), []);
  const [isBlamed, setBlamed] = useState(false);
  const blame = useBlame(moment, chronicled.chronicle, isBlamed && compare === null);
  const isReady = moment !== null && moment.seq === seq;
  const lookAt = useLookAt(shown, isReady);
  const { theme } = useTheme();
  useEffect(() => shown?.configure({ theme }), [shown, theme]);
  const marks = comparison?.shown.marks ?? blame?.marks;
  useEffect(() => shown?.configure({ paintOver: paintMarks(marks ?? NO_MARKS) }), [shown, marks]);
  return {
    ...{ last, seq, setSeq, moment, host, shown, sittings, compare, comparison, setCompare },
    ...{ isReady, versions, chronicled, isBlamed, blame },
    /** Somebody wants to know what became of items: all of the history is read. */
    wantChronicle,
    turnBlame: (): void => {
      setChronicled(true);
      setCompare(null);
      setBlamed(!isBlamed);
    },
    /** Shows the moment before an item was removed, with the item selected. */
    showRemoved: ({ id, by }: Removed): void => {
      setCompare(null);
      setSeq(by.seq - 1);
      lookAt(id);
    },
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

const NO_MARKS: ReadonlyMap<ItemId, Mark> = new Map();

/** Selects an item and flies there, once the moment that was asked for is shown. */
function useLookAt(shown: Editor | null, isReady: boolean): (id: ItemId) => void {
  const [wanted, setWanted] = useState<ItemId | null>(null);
  useEffect(() => {
    if (wanted === null || shown === null || !isReady) return;
    shown.show(wanted);
    setWanted(null);
  }, [wanted, shown, isReady]);
  return setWanted;
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
