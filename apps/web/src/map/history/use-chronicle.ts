import type { MapId } from '@bough/base';
import { Chronicle, decodeMap, parsedPast } from '@bough/editor/moments';
import { useEffect, useState } from 'react';
import { readChanges, readMoment } from './moments.ts';

/** Changes of one answer. */
const PAGE = 4_000;

/** What became of every item: read from the map's first change on, when somebody asks. */
export interface Chronicled {
  readonly chronicle: Chronicle | null;
  readonly state: 'none' | 'loading' | 'there' | 'failed';
}

const NOTHING: Chronicled = { chronicle: null, state: 'none' };

/** Reads the whole history once it is wanted. */
export function useChronicle(map: MapId, last: number | null, isWanted: boolean): Chronicled {
  const [found, setFound] = useState(NOTHING);
  const isAsked = isWanted && last !== null;
  useEffect(() => {
    if (!isAsked || last === null) return;
    const leaving = new AbortController();
    setFound({ chronicle: null, state: 'loading' });
    void readChronicle(map, last, leaving.signal).then((chronicle) => {
      if (!leaving.signal.aborted) setFound({ chronicle, state: chronicle === null ? 'failed' : 'there' });
    });
    return () => leaving.abort();
  }, [map, last, isAsked]);
  return found;
}

async function readChronicle(map: MapId, last: number, leaving: AbortSignal): Promise<Chronicle | null> {
  const beginning = await readMoment(map, 0);
  const read = beginning === null ? null : decodeMap(beginning.text);
  if (read?.ok !== true) return null;
  const chronicle = new Chronicle(read.value);
  for (let next = 1; next <= last && !leaving.aborted;) {
    const page = await readChanges(map, next, Math.min(last, next + PAGE - 1));
    if (page === null || page.length === 0) return null;
    for (const change of parsedPast(page)) chronicle.take(change);
    next += page.length;
  }
  return chronicle;
}
