import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { keptPerson } from '../api/kept-person.ts';
import { keptByMap } from '../shell/kept-by-map.ts';

// What home reads while no server answers (shell/opened-maps.ts, which says how it is written), as few bytes as can be.

/** In the place of a record: a server has said that the person has the map no more. */
const ENDED = 'ended';

/** Remembers what is shown of the map, unless the person has signed out meanwhile: then nothing is left behind. */
export function noteShown(person: PersonId, map: MapId, isClosed: boolean, title: string, role: MapRole | null): void {
  const kept = keptByMap('bough.opened', person, map);
  const before = kept.read();
  if (isClosed) {
    if (before !== null) kept.keep(ENDED);
  } else if ((role !== null || before !== ENDED) && keptPerson()?.person.id === person)
    keepOpened(person, map, title, role);
}

/** The person was told here that they have the map no more, and no server has said otherwise since. */
export function hasEnded(person: PersonId, map: MapId): boolean {
  return keptByMap('bough.opened', person, map).read() === ENDED;
}

/** The person has the map open now; null: nobody has said in which role. */
export function keepOpened(person: PersonId, map: MapId, title: string, role: MapRole | null): void {
  const kept = keptByMap('bough.opened', person, map);
  kept.keep(`${Date.now()} ${role ?? kept.read()?.split(' ')[1] ?? 'own'} ${title}`);
}
