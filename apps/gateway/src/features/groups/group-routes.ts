import type { Clock, Ids, PersonId } from '@bough/base';
import { type GroupEntry, type GroupFacts, GROUPS } from '@bough/contracts';
import type { MapAccess } from '../../access/map-access.ts';
import { GatewayFailure, noSuchGroup } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Group, GroupAddress } from '../../metadata/groups/group-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { TellAccess } from '../rooms/rooms.ts';
import type { GroupNotices } from './group-notices.ts';

export interface GroupParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metadata: Metadata;
  readonly limits: RateLimits;
  readonly access: Pick<MapAccess, 'rightsOfAll'>;
  readonly tellAccess: TellAccess;
  readonly notices: Pick<GroupNotices, 'toldOf'>;
}
type Names =
  | 'listGroups'
  | 'makeGroup'
  | 'readGroup'
  | 'renameGroup'
  | 'changeGroupAddresses'
  | 'removeGroup'
  | 'leaveGroup';

/** A person's groups. Somebody else's is as absent as one that does not exist. */
export function groupRoutes(parts: GroupParts): Pick<Handlers, Names> {
  const { metadata, clock, ids, limits } = parts;
  return {
    listGroups: async ({ person }) => ({ groups: await entriesFor(metadata, mustBePerson(person)) }),
    makeGroup: async ({ body, person }) => {
      const by = mustBePerson(person);
      // A guest has no address, and nobody could be asked about what is mailed in their name.
      if ((await metadata.person(by))?.email == null) {
        throw new GatewayFailure('account-needed', 'Only accounts with an email address can make groups.');
      }
      limits.mustTake('groups by person', by);
      if ((await metadata.groupsOf(by)).length >= GROUPS.ofPerson) {
        throw new GatewayFailure('malformed', `You can have at most ${GROUPS.ofPerson} groups.`);
      }
      const group = { id: ids.long(), owner: by, name: body.name, createdAt: clock.now() };
      await metadata.addGroup(group);
      await add(parts, group, body.addresses);
      return await factsOf(parts, group);
    },
    readGroup: async ({ params, person }) => await factsOf(parts, await mustOwnGroup(metadata, params.group, person)),
    renameGroup: async ({ params, body: { name }, person }) => {
      const group = await mustOwnGroup(metadata, params.group, person);
      await metadata.renameGroup(group.id, name);
      return await factsOf(parts, { ...group, name });
    },
    changeGroupAddresses: async ({ params, body, person }) => {
      const group = await mustOwnGroup(metadata, params.group, person);
      const gone = body.remove.map((email) => email.toLowerCase());
      await mustFit(metadata, group, gone, body.add);
      const before = await peopleIn(metadata, group.id);
      if (gone.length > 0) await metadata.removeFromGroup(group.id, gone);
      try {
        await add(parts, group, body.add);
      } finally {
        await tellOf(parts, group.id, before);
      }
      return await factsOf(parts, group);
    },
    removeGroup: async ({ params, person }) => {
      const group = await mustOwnGroup(metadata, params.group, person);
      const [before, grants] = await Promise.all([peopleIn(metadata, group.id), metadata.groupGrantsOf([group.id])]);
      await metadata.removeGroup(group.id);
      if (grants.length > 0) tellAll(parts, before);
      return undefined;
    },
    leaveGroup: async ({ params: { group }, person }) => {
      const by = mustBePerson(person);
      const email = (await metadata.person(by))?.email ?? null;
      const isIn = (await metadata.groupMembers([group], [by])).length > 0;
      if (email === null || !isIn) throw noSuchGroup();
      await metadata.removeFromGroup(group, [email]);
      await tellOf(parts, group, [by]);
      return undefined;
    },
  };
}

/** The group, which is the asker's; throws 'absent' where it is somebody else's, or there is none. */
export async function mustOwnGroup(
  metadata: Pick<Metadata, 'group'>,
  id: string,
  person: PersonId | null,
): Promise<Group> {
  const group = await metadata.group(id);
  if (group === null || group.owner !== mustBePerson(person)) throw noSuchGroup();
  return group;
}

/** Throws 'malformed' before anybody is taken out where those who are added would be too many. */
async function mustFit(
  metadata: Metadata,
  { id }: Group,
  gone: readonly string[],
  added: readonly string[],
): Promise<void> {
  const emails = new Set((await metadata.addressesIn([id])).map(({ email }) => email));
  for (const email of gone) emails.delete(email);
  for (const email of added) emails.add(email.toLowerCase());
  if (added.length > 0 && emails.size > GROUPS.addresses) throw tooManyPeople();
}

function tooManyPeople(): GatewayFailure {
  return new GatewayFailure('malformed', `A group can have at most ${GROUPS.addresses} people.`);
}

/** Adds those that are not in it yet, who hear of the maps that it has. Throws 'malformed' where it would be too many. */
async function add(parts: GroupParts, group: Group, emails: readonly string[]): Promise<void> {
  const { metadata, clock, ids } = parts;
  const known = new Set((await metadata.addressesIn([group.id])).map(({ email }) => email));
  const fresh = [...new Set(emails.map((email) => email.toLowerCase()))].filter((email) => !known.has(email));
  if (fresh.length === 0) return;
  const at = clock.now();
  const added: readonly GroupAddress[] = fresh.map((email) => ({ id: ids.long(), group: group.id, email, at }));
  if (!(await metadata.tryAddToGroup(added, GROUPS.addresses))) throw tooManyPeople();
  const maps = (await metadata.groupGrantsOf([group.id])).map(({ map }) => map);
  await parts.notices.toldOf(group.id, maps, fresh);
}

/** Whoever has an address of the group now. */
export async function peopleIn(metadata: Pick<Metadata, 'groupMembers'>, group: string): Promise<readonly PersonId[]> {
  return (await metadata.groupMembers([group], null)).map(({ person }) => person);
}

/** Tells what these people, and those who are in it now, may do by the group. */
async function tellOf(parts: GroupParts, group: string, before: readonly PersonId[]): Promise<void> {
  if ((await parts.metadata.groupGrantsOf([group])).length === 0) return;
  tellAll(parts, [...new Set([...before, ...(await peopleIn(parts.metadata, group))])]);
}

/** Who loses a role may be who gives another group its own: so everybody is looked at. */
function tellAll({ tellAccess }: Pick<GroupParts, 'tellAccess'>, people: readonly PersonId[]): void {
  tellAccess(null, people);
  tellAccess(null, null);
}

async function entriesFor(metadata: Metadata, person: PersonId): Promise<readonly GroupEntry[]> {
  const groups = await metadata.groupsOf(person);
  const all = groups.map(({ id }) => id);
  const [sizes, grants] = await Promise.all([metadata.groupSizes(all), metadata.groupGrantsOf(all)]);
  const maps = Map.groupBy(grants, ({ group }) => group);
  const entries = groups.map(({ id, name, createdAt }) => {
    return { id, name, createdAt, people: sizes.get(id) ?? 0, maps: maps.get(id)?.length ?? 0 };
  });
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || a.createdAt - b.createdAt);
}

async function factsOf({ metadata, access }: GroupParts, group: Group): Promise<GroupFacts> {
  const { id, owner, name, createdAt } = group;
  const [addresses, grants] = await Promise.all([metadata.addressesIn([id]), metadata.groupGrantsOf([id])]);
  const given = grants.slice(0, GROUPS.maps);
  const ids = given.map(({ map }) => map);
  const [rightsOn, records] = await Promise.all([
    access.rightsOfAll(new Map(ids.map((map) => [map, new Set([owner])]))),
    metadata.maps(ids),
  ]);
  const titles = new Map(records.map((record) => [record.id, record.title]));
  const maps = given.flatMap(({ map, role }) => {
    const title = titles.get(map);
    return title === undefined || rightsOn(map, owner).role === null ? [] : [{ map, title, role }];
  });
  return { id, name, createdAt, addresses: addresses.map(({ email }) => email), maps };
}
