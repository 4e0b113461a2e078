import type { MapFacts, PersonFacts } from '@bough/contracts';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { sayWhen } from '../../words/when.ts';
import type { KnownHere } from '../library/library-state.ts';

/** How many changes of the map only this device has, while no server answers; null: none. */
export function unsentOf(here: KnownHere | undefined): string | null {
  return here === undefined || here.unsent === 0 ? null : homeWords().unsent(here.unsent);
}

/** Who changed the map last and when, or since when it lies in the trash, or when one was opened of which only this device knows. */
export function lineOf(map: MapFacts, person: PersonFacts | null, here?: KnownHere): string {
  const now = Date.now();
  if (here?.isNew === true) return homeWords().opened(sayWhen(map.openedAt, now, language));
  if (map.trashedAt !== null) return homeWords().trashed(sayWhen(map.trashedAt, now, language));
  const when = sayWhen(map.changedAt, now, language);
  return homeWords().changed(nameOf(map.changedBy, person), when);
}

/** A person's name as this person reads it; null for nobody. */
export function nameOf(who: MapFacts['owner'], person: PersonFacts | null): string | null {
  if (who === null) return null;
  return who.id === person?.id ? homeWords().you : who.name;
}
