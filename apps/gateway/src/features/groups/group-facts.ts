import type { MapId, PersonId } from '@bough/base';
import type { MapGroup } from '@bough/contracts';
import type { GroupAccess } from '../../access/group-access.ts';
import type { GivenGroup } from '../../metadata/groups/group-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { namesOf } from '../../people/names-of.ts';

/** The groups that count on the map, as the asker sees them. */
export async function groupFactsOn(
  { metadata, groups }: { readonly metadata: Metadata; readonly groups: Pick<GroupAccess, 'groupsOn'> },
  map: MapId,
  asker: PersonId,
): Promise<readonly MapGroup[]> {
  const given = await groups.groupsOn(map);
  if (given.length === 0) return [];
  const ids = given.map(({ group }) => group);
  const [sizes, names] = await Promise.all([
    metadata.groupSizes(ids),
    namesOf(metadata, [...new Set(given.map(({ owner }) => owner))]),
  ]);
  const factsOf = ({ group, name, role, owner }: GivenGroup): MapGroup => {
    const by = names.get(owner);
    const named = by === undefined ? null : { id: by.id, name: by.name, hue: by.hue };
    return { id: group, name, role, people: sizes.get(group) ?? 0, by: named, isMine: owner === asker };
  };
  return given.map(factsOf);
}
