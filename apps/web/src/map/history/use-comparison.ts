import type { MapId, PersonId } from '@bough/base';
import {
  type Compared,
  compared,
  decodeMap,
  type Difference,
  differenceBetween,
  differenceBy,
  type MindMap,
  type PastChange,
  parsedPast,
} from '@bough/editor/moments';
import { useEffect, useMemo, useState } from 'react';
import { readChanges, useMoment } from './moments.ts';
import type { Moment } from './moments.ts';

/** Changes of one page, and so many pages at most: who did what is not told of more. */
const PAGE = 4_000;
const MOST_PAGES = 6;

/** Two moments of a map, and how they differ. */
export interface Comparison {
  /** The numbers of the earlier and the later moment. */
  readonly from: number;
  readonly to: number;
  /** What is told of: all of it, or what one person did. */
  readonly difference: Difference;
  readonly shown: Compared;
  /** Who changed something in between, as far as that is known. */
  readonly authors: readonly PersonId[];
}

/** Compares the moment after change `base` with the one that is shown; null while one of them is not there, or nothing is compared. */
export function useComparison(
  map: MapId,
  base: number | null,
  moment: Moment | null,
  by: PersonId | null,
): Comparison | null {
  const other = useMoment(map, base);
  const isThere = base !== null && moment !== null && other?.seq === base;
  const [from, to] = isThere && other.seq > moment.seq ? [moment, other] : [other, moment];
  const before = useRead(isThere ? from : null);
  const after = useRead(isThere ? to : null);
  const changes = useChanges(map, isThere ? (from?.seq ?? null) : null, to?.seq ?? null);
  return useMemo(() => {
    if (before === null || after === null || from === null || to === null) return null;
    const all = differenceBetween(before, after);
    const difference = by === null ? all : differenceBy(all, before, parsedPast(changes), by);
    const authors = [...new Set(changes.map(({ author }) => author))];
    return { from: from.seq, to: to.seq, difference, shown: compared(before, after, difference), authors };
  }, [before, after, changes, by, from, to]);
}

function useRead(moment: Moment | null): MindMap | null {
  return useMemo(() => {
    const read = moment === null ? null : decodeMap(moment.text);
    return read?.ok === true ? read.value : null;
  }, [moment]);
}

const NONE: readonly PastChange[] = [];

/** The changes after `from` up to `to`; none while they are not there. */
function useChanges(map: MapId, from: number | null, to: number | null): readonly PastChange[] {
  const [found, setFound] = useState({ from: -1, to: -1, changes: NONE });
  useEffect(() => {
    if (from === null || to === null || to - from > PAGE * MOST_PAGES) return;
    let isOver = false;
    void readAll(map, from, to).then((changes) => {
      if (!isOver && changes !== null) setFound({ from, to, changes });
    });
    return () => {
      isOver = true;
    };
  }, [map, from, to]);
  return found.from === from && found.to === to ? found.changes : NONE;
}

async function readAll(map: MapId, from: number, to: number): Promise<readonly PastChange[] | null> {
  const all: PastChange[] = [];
  for (let next = from + 1; next <= to; next = from + all.length + 1) {
    // What is large comes in several answers.
    const page = await readChanges(map, next, Math.min(to, next + PAGE - 1));
    if (page === null || page.length === 0) return null;
    all.push(...page);
  }
  return all;
}
