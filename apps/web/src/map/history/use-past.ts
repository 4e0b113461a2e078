import type { MapId, PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';
import {
  type ItemId,
  type Look,
  type Mark,
  PaintedItems,
  paintMarks,
  type Removed,
  type Sitting,
} from '@bough/editor/moments';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { useBlame } from './use-blame.ts';
import { useHover } from './use-hover.ts';
import { useMarks } from './use-marks.ts';
import { useMomentEditor } from './use-moment-editor.ts';
import { type Drawn, usePastLink } from './use-past-link.ts';
import { useSittings } from './use-sittings.ts';
import { useSteps } from './use-steps.ts';
import { useVersions } from './use-versions.ts';

/** The moment that others are compared with, and whose changes are shown; null: everybody's. */
export interface Compare {
  readonly base: number;
  readonly by: PersonId | null;
}

/** The map right after one of its changes; `change` is null at the very beginning. */
export interface Moment {
  readonly seq: number;
  readonly change: Drawn['change'];
}

/** What is looked at in the past of a map: a moment, or two of them; in the beginning what came after change `since`, where that is given. */
export function usePast(map: MapId, since: number | null) {
  const host = useRef<HTMLDivElement>(null);
  const made = useMomentEditor(map, host);
  const read = usePastLink(map, made);
  const { link, last, drawn, state } = read;
  const [chosen, playTo] = useState<number | null>(null);
  /** How often somebody went to a moment, and no play. */
  const [visits, setVisits] = useState(0);
  const setSeq = useCallback((to: number) => {
    setVisits((before) => before + 1);
    playTo(to);
  }, []);
  const seq = chosen ?? last;
  const isRead = state === 'there';
  const steps = useSteps(read, seq);
  const [compare, setCompare] = useState<Compare | null>(since === null ? null : { base: since, by: null });
  useEffect(() => {
    if (seq !== null) link.current?.look({ seq, compare });
    // Once all is read it is known who made the moment look so.
  }, [link, seq, compare, isRead]);
  const moment = useMemo((): Moment | null => {
    return drawn === null ? null : { seq: drawn.look.seq, change: drawn.change };
  }, [drawn]);
  const isReady = drawn !== null && seq !== null && isSame(drawn.look, { seq, compare });
  const shown = made?.editor ?? null;
  const sittings = useSittings(map, last);
  const versions = useVersions(map);
  const marks = useMarks(map, read, versions);
  const wantAll = useCallback(() => link.current?.read(), [link]);
  const [isBlamed, setBlamed] = useState(false);
  const blame = useBlame(link, moment?.seq ?? null, isBlamed && compare === null);
  const lookAt = useLookAt(shown, isReady);
  const comparison = compare === null ? null : (drawn?.comparison ?? null);
  const [painted] = useState(() => new PaintedItems());
  useLooks(shown, painted, comparison?.marks ?? blame?.marks ?? NO_MARKS);
  const seqShown = compare === null ? (moment?.seq ?? null) : null;
  const hover = useHover({ host, painted, link, seq: seqShown, isRead });
  return {
    ...{ visits, playTo, last, seq, setSeq, moment, host, shown, sittings, compare, comparison, setCompare, ...steps },
    ...{ touched: drawn?.touched ?? null, isReady, versions, marks, hover, link, state, isBlamed, blame, wantAll },
    turnBlame: (): void => {
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

function isSame(one: Look, other: Look): boolean {
  return one.seq === other.seq && one.compare?.base === other.compare?.base && one.compare?.by === other.compare?.by;
}

/** The editor of the past looks as the page does, with marks over its items. */
function useLooks(shown: Editor | null, painted: PaintedItems, marks: ReadonlyMap<ItemId, Mark>): void {
  const { theme } = useTheme();
  useEffect(() => shown?.configure({ theme }), [shown, theme]);
  useEffect(() => shown?.configure({ paintOver: painted.over(paintMarks(marks)) }), [shown, painted, marks]);
}

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
