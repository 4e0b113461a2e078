import type { Clock, MapId, PersonId } from '@bough/base';
import { docstoreRoutes, WATCHES_MOST } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { MapAccess } from '../../access/map-access.ts';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { nextLookAt } from './look-times.ts';

export interface WatchParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly metadata: Metadata;
  readonly access: Pick<MapAccess, 'rightsOfAll'>;
  readonly docstore: Pick<Caller, 'call'>;
}

/** Which maps a person watches, and how often they want to hear of them. */
export function watchRoutes(parts: WatchParts): Pick<Handlers, 'watching' | 'watchMap' | 'watches' | 'setWatchWish'> {
  const { metadata, docstore } = parts;
  return {
    watching: async ({ params: { map }, person }) => await watchingOf(metadata, map, mustBePerson(person)),
    watchMap: async ({ params: { map }, person, body, context }) => {
      const by = mustBePerson(person);
      if (!body.isWatched) await metadata.removeWatch(map, by);
      else if (!(await metadata.isWatched(map, by))) {
        const reader = await mustFindWithAddress(metadata, by);
        // From this very change on.
        const { seq } = await docstore.call(docstoreRoutes.documentFacts, { params: { map } }, context);
        await beginWatch(parts, map, reader, seq);
      }
      return await watchingOf(metadata, map, by);
    },
    watches: async ({ person }) => {
      const by = mustBePerson(person);
      const [wish, watches] = await Promise.all([metadata.watchWish(by), metadata.watchesOf(by)]);
      const ids = watches.map(({ map }) => map);
      const [records, rights] = await Promise.all([
        metadata.maps(ids),
        parts.access.rightsOfAll(new Map(ids.map((map) => [map, new Set([by])]))),
      ]);
      const readable = records.filter(({ id }) => rights(id, by).role !== null);
      const maps = readable.map(({ id, title }) => ({ map: id, title }));
      return { wish, maps: maps.toSorted((a, b) => a.title.localeCompare(b.title)).slice(0, WATCHES_MOST) };
    },
    setWatchWish: async ({ person, body: { wish } }) => {
      const { id } = await mustFindWithAddress(metadata, mustBePerson(person));
      const before = await metadata.watchWish(id);
      await metadata.setWatchWish(id, wish);
      const now = parts.clock.now();
      // Who wanted nothing is not told later what was changed meanwhile: those watches begin at once with the map as it is.
      const isAnew = before === 'never' || wish === 'never';
      for (const watch of await metadata.watchesOf(id)) {
        const told = isAnew ? { toldTo: null, tellsTo: null } : watch;
        const dueAt = isAnew && wish !== 'never' ? now : nextLookAt(wish, id, now);
        await metadata.tryMoveWatch(watch, { ...told, dueAt });
      }
    },
  };
}

/** Begins to watch; `toldTo` is the last change that is not told any more, null: the last one at the next look. */
export async function beginWatch(
  {
    clock,
    metadata,
  }: Pick<WatchParts, 'clock'> & {
    readonly metadata: Pick<Metadata, 'watchesOf' | 'watchWish' | 'addWatch' | 'person'>;
  },
  map: MapId,
  { id }: Pick<Person, 'id'>,
  toldTo: number | null,
): Promise<void> {
  if ((await metadata.watchesOf(id)).length >= WATCHES_MOST) {
    throw new GatewayFailure('too-many', `Nobody watches more than ${WATCHES_MOST} maps.`, {
      hint: 'Stop watching another map on the account page.',
    });
  }
  const now = clock.now();
  const wish = await metadata.watchWish(id);
  const dueAt = toldTo === null && wish !== 'never' ? now : nextLookAt(wish, id, now);
  await metadata.addWatch({ map, person: id, toldTo, tellsTo: null, dueAt });
}

async function watchingOf(metadata: Metadata, map: MapId, person: PersonId) {
  const [isWatched, wish] = await Promise.all([metadata.isWatched(map, person), metadata.watchWish(person)]);
  return { isWatched, wish };
}

async function mustFindWithAddress(metadata: Metadata, id: PersonId): Promise<Person> {
  const person = await metadata.person(id);
  if (person === null) throw new GatewayFailure('absent', 'This person is not here any more.');
  if (person.email === null) throw new GatewayFailure('account-needed', 'A guest has no address for emails.');
  return person;
}
