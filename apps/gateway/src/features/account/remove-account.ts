import type { Clock, MapId, PersonId } from '@bough/base';
import { type DeletionFacts, docstoreRoutes } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import { grantsAt } from '../../access/map-access.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Gifts } from '../../access/gifts.ts';
import { type Grant, wholeGrant } from '../../metadata/grants/grant-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { purgeMap } from '../maps/purge-map.ts';
import type { TellAccess } from '../rooms/rooms.ts';
import type { DeferredIndexing } from '../search-index/deferred-indexing.ts';
import { type DeletionPlan, planDeletion } from './deletion.ts';

export interface RemovalParts {
  readonly metadata: Metadata;
  readonly clock: Pick<Clock, 'now'>;
  readonly docstore: Pick<Caller, 'call'>;
  /** Tells every gateway that these people's roles on the map are to be looked at again. */
  readonly tellAccess: TellAccess;
  readonly gifts: Pick<Gifts, 'peopleOn'>;
  readonly indexing: Pick<DeferredIndexing, 'removed'>;
  /** Hears of each map that is gone, or whose owner is somebody else now. */
  readonly onMap: (map: MapId, to: PersonId | null) => Promise<void>;
}

/** What deleting the account would do, in the words of the maps and people. */
export async function deletionFacts(
  person: Person,
  parts: Pick<RemovalParts, 'metadata' | 'clock' | 'gifts'>,
): Promise<DeletionFacts> {
  const { metadata } = parts;
  const { plan, people } = await planFor(person, parts);
  const titles = new Map((await metadata.mapsOf(person.id)).map(({ id, title }) => [id, title]));
  return {
    deleted: plan.deleted.map((map) => titles.get(map) ?? ''),
    handedOver: plan.handedOver.map(({ map, to }) => {
      return { title: titles.get(map) ?? '', to: people.get(to)?.name ?? '' };
    }),
    left: plan.left.length,
  };
}

/**
 * Deletes the person's maps and grants as the plan says, then the person. In an order in which a crash leaves an account that
 * can be deleted again, and no map without an owner.
 */
export async function removeAccount(person: Person, parts: RemovalParts, context: RequestContext): Promise<void> {
  const { metadata, docstore } = parts;
  const { plan } = await planFor(person, parts);
  const now = person.createdAt;
  for (const { map, to } of plan.handedOver) {
    await metadata.addGrant({ map, person: to, role: 'own', link: null, at: now });
    await metadata.removeGrants(map, person.id);
    await parts.onMap(map, to);
    parts.tellAccess(map, [to, person.id]);
  }
  for (const map of plan.deleted) {
    const others = (await metadata.grantsOnMaps([map])).map((grant) => grant.person);
    await docstore.call(docstoreRoutes.trashDocument, { params: { map }, body: { by: person.id } }, context);
    await purgeMap(parts, map, context);
    await parts.onMap(map, null);
    parts.tellAccess(map, others);
  }
  const { id, name, hue } = person;
  const [other] = await metadata.opened(id, null, 1);
  // What they wrote in maps that stay bears their name.
  if (other !== undefined) await metadata.keepFormer({ id, name, hue });
  const groups = (await metadata.groupsOf(id)).map((group) => group.id);
  const given = new Set((await metadata.groupGrantsOf(groups)).map(({ map }) => map));
  // What an owner of a map set for them is kept beside their address by the same step.
  await metadata.removePerson(id);
  for (const map of plan.left) parts.tellAccess(map, [id]);
  // Their groups went with them.
  for (const map of given) parts.tellAccess(map, null);
}

async function planFor(
  person: Person,
  { metadata, clock, gifts }: Pick<RemovalParts, 'metadata' | 'clock' | 'gifts'>,
): Promise<{ readonly plan: DeletionPlan; readonly people: ReadonlyMap<PersonId, Person> }> {
  const maps = [...new Set((await metadata.grantsOf(person.id)).map(({ map }) => map))];
  // Nobody inherits a map that they may not open any more.
  const all = await metadata.grantsOnMaps(maps);
  const living = new Set([...all.filter((grant) => grant.person === person.id), ...grantsAt(all, clock.now())]);
  const grants = [
    ...living,
    ...(await byFolders(person.id, maps, metadata)),
    ...(await byGroups(maps, metadata, gifts)),
  ];
  const people = new Map<PersonId, Person>();
  for (const id of new Set(grants.map((grant) => grant.person))) {
    const found = await metadata.person(id);
    if (found !== null && found.email !== null) people.set(id, found);
  }
  return { plan: planDeletion(person.id, grants, new Set(people.keys())), people };
}

/** What the person's own folders, and those around them, let others do with the maps in them: as good as a grant. */
async function byFolders(person: PersonId, maps: readonly MapId[], metadata: Metadata): Promise<readonly Grant[]> {
  const folders = new Map((await metadata.foldersOf([person])).map((folder) => [folder.id, folder]));
  const shared = Map.groupBy(await metadata.folderGrantsIn([...folders.keys()]), ({ folder }) => folder);
  const grants: Grant[] = [];
  for (const placed of await metadata.placesOf(maps)) {
    if (placed.person !== person) continue;
    const seen = new Set<string>();
    for (let at: string | null = placed.folder; at !== null && !seen.has(at); at = folders.get(at)?.parent ?? null) {
      seen.add(at);
      for (const { person: to, role, at: since } of shared.get(at) ?? []) {
        grants.push(wholeGrant({ map: placed.map, person: to, role, link: null, at: since }));
      }
    }
  }
  return grants;
}

/** What groups let people do who have opened the maps, since the groups were given them: as good as a grant. */
async function byGroups(
  maps: readonly MapId[],
  metadata: Metadata,
  gifts: RemovalParts['gifts'],
): Promise<readonly Grant[]> {
  const given = await metadata.groupsOn(maps);
  const grants: Grant[] = [];
  for (const map of new Set(given.map((each) => each.map))) {
    const since = new Map(given.filter((each) => each.map === map).map(({ group, at }) => [group, at]));
    for (const { person, role, group, until } of await gifts.peopleOn(map)) {
      if (group === null) continue;
      grants.push(wholeGrant({ map, person, role, link: null, at: since.get(group.id) ?? 0, until }));
    }
  }
  return grants;
}
