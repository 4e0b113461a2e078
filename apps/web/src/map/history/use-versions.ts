import type { MapId } from '@bough/base';
import { versionRoutes, type NamedVersion } from '@bough/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../api/api.ts';
import { callUnsafe } from '../../api/session.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { tell } from '../messages/told.ts';

/** The named versions of a map, in the order of their numbers, and what can be done with them. */
export interface Versions {
  readonly list: readonly NamedVersion[];
  readonly name: (seq: number, name: string) => Promise<boolean>;
  readonly rename: (version: NamedVersion, name: string) => Promise<boolean>;
  readonly remove: (version: NamedVersion) => Promise<boolean>;
}

/** Reads them once; what is done here is seen here at once. */
export function useVersions(map: MapId): Versions {
  const [list, setList] = useState<readonly NamedVersion[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    void call(versionRoutes.listVersions, { map }, undefined, { signal: leaving.signal }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setList(answer.value.versions);
    });
    return () => leaving.abort();
  }, [map]);
  const failed = (): boolean => {
    tell(pastWords().versionFailed);
    return false;
  };
  const name = async (seq: number, words: string, without: NamedVersion | null = null): Promise<boolean> => {
    const made = await callUnsafe(versionRoutes.nameVersion, { map }, { seq, lineage: undefined, name: words });
    if (!made.ok) return failed();
    setList((before) => [...before.filter(({ id }) => id !== without?.id), made.value].toSorted(bySeq));
    return true;
  };
  const remove = async (version: NamedVersion): Promise<boolean> => {
    const done = await callUnsafe(versionRoutes.removeVersion, { map, version: version.id }, undefined);
    if (!done.ok) return failed();
    setList((before) => before.filter(({ id }) => id !== version.id));
    return true;
  };
  return {
    list,
    name: (seq, words) => name(seq, words),
    // The new name is there before the old one goes.
    rename: async (version, words) => (await name(version.seq, words, version)) && (await remove(version)),
    remove,
  };
}

function bySeq(a: NamedVersion, b: NamedVersion): number {
  return a.seq - b.seq;
}
