import { tryJson, type MapId, type PersonId } from '@bough/base';
import { mapPeople, type MapPerson, type PersonName, sharingRoutes } from '@bough/contracts';
import type { EditorSnapshot } from '@bough/editor';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../api/api.ts';
import { keptByMap } from '../../shell/kept-by-map.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { isNewcomerHere, namesToCall, whoWrote } from './who-wrote.ts';

/** The people of a map, by name. */
export interface MapPeopleHere {
  /** How the page calls whoever wrote under this id. */
  readonly nameOf: (author: PersonId) => string;
  /** Who that is now, for their picture; null: not known here. */
  readonly personOf: (author: PersonId) => PersonName | null;
  /** Whether this person wrote it, as who they are now or as the guest they were. */
  readonly isMe: (author: PersonId) => boolean;
  /** How others call this person; null: not known here. */
  readonly myName: string | null;
  /** Whom a comment can call. */
  readonly names: readonly string[];
}

/** The people of the map, also those who are not here or not any more; without a server, as this device knew them last. */
export function useMapPeople(map: MapId, me: PersonId, { people: present }: EditorSnapshot): MapPeopleHere {
  const kept = useMemo(() => keptByMap('bough.people', me, map), [me, map]);
  const [all, setAll] = useState<readonly MapPerson[]>(() => readPeople(kept.read()));
  const known = useMemo(() => ({ me, all, present }), [me, all, present]);
  const hasNewcomer = isNewcomerHere(known);
  useEffect(() => {
    const leaving = new AbortController();
    void call(sharingRoutes.mapPeople, { map }, undefined, { signal: leaving.signal }).then((answer) => {
      if (!answer.ok || leaving.signal.aborted) return;
      setAll(answer.value.people);
      kept.keep(JSON.stringify(answer.value));
    });
    return () => leaving.abort();
  }, [kept, map, hasNewcomer]);
  return useMemo(() => {
    const nameOf = (author: PersonId): string => {
      const who = whoWrote(author, known);
      const { you, somebody, gone } = sheetWords().history;
      if (who.kind === 'known') return who.name;
      return who.kind === 'gone' ? gone(who.name) : who.kind === 'me' ? you : somebody;
    };
    const personOf = (author: PersonId): PersonName | null => all.find(({ id }) => id === author)?.person ?? null;
    const isMe = (author: PersonId): boolean => whoWrote(author, known).kind === 'me';
    const myName = all.find(({ person }) => person.id === me)?.person.name ?? null;
    return { nameOf, personOf, isMe, myName, names: namesToCall(known) };
  }, [known, all, me]);
}

function readPeople(text: string | null): readonly MapPerson[] {
  const found = mapPeople(text === null ? null : tryJson(text));
  return found.ok ? found.value.people : [];
}
