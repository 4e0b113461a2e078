import type { Clock, PersonId } from '@bough/base';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { Gifts } from '../../access/gifts.ts';
import { grantsAt } from '../../access/map-access.ts';
import type { Metadata } from '../../metadata/metadata.ts';

export interface SharedMapParts {
  readonly metadata: Pick<Metadata, 'grantsOf' | 'grantsBetween' | 'maps'>;
  readonly folders: Pick<FolderAccess, 'seenBy'>;
  readonly gifts: Pick<Gifts, 'mapsFor' | 'peopleOnAny'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Those of the people who may open a map that the asker may open, too, each by a grant, a folder or a group; and the asker. That anybody may read a
 * public page makes nobody known to anybody, and what is in the trash is opened by nobody.
 */
export async function peopleWithSharedMaps(
  { metadata, folders, gifts, clock }: SharedMapParts,
  asker: PersonId,
  people: readonly PersonId[],
): Promise<ReadonlySet<PersonId>> {
  const found = new Set(people.filter((person) => person === asker));
  const others = people.filter((person) => person !== asker);
  if (others.length === 0) return found;
  const now = clock.now();
  const [grants, tree] = await Promise.all([metadata.grantsOf(asker), folders.seenBy(asker)]);
  const given = await gifts.mapsFor(asker, tree);
  const ids = new Set([...grantsAt(grants, now).map(({ map }) => map), ...given.keys()]);
  const maps = (await metadata.maps([...ids])).filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id);
  for (const { person } of grantsAt(await metadata.grantsBetween(maps, others), now)) found.add(person);
  if (others.every((person) => found.has(person))) return found;
  const byGifts = await gifts.peopleOnAny(maps);
  for (const person of others) if (byGifts.has(person)) found.add(person);
  return found;
}
