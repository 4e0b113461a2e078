import type { MapFacts, PersonFacts } from '@bough/contracts';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { sayWhen } from '../../words/when.ts';

/** Who changed the map last and when, or since when it lies in the trash. */
export function lineOf(map: MapFacts, person: PersonFacts | null): string {
  const now = Date.now();
  if (map.trashedAt !== null) return homeWords().trashed(sayWhen(map.trashedAt, now, language));
  const when = sayWhen(map.changedAt, now, language);
  return homeWords().changed(nameOf(map.changedBy, person), when);
}

/** A person's name as this person reads it; null for nobody. */
export function nameOf(who: MapFacts['owner'], person: PersonFacts | null): string | null {
  if (who === null) return null;
  return who.id === person?.id ? homeWords().you : who.name;
}
