import { type MapId, parseMapId, type PersonId } from '@bough/base';
import { BELL_MOST, type BellEntry, type BellKind, type BellPlace, type PersonName } from '@bough/contracts';
import { grantsAt, type MapAccess } from '../../access/map-access.ts';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { GroupAccess } from '../../access/group-access.ts';
import type { ReasonParts } from '../../access/reasons-on.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { RingRecord } from '../../metadata/rings/ring-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import { namesOf } from '../../people/names-of.ts';
import { DAY_MS } from '../../repeating.ts';
import { ringId } from './ring-id.ts';
import { countingInvitations } from '../sharing/counting-invitations.ts';

export interface BellParts extends ReasonParts {
  readonly folders: Pick<FolderAccess, 'rolesOn'>;
  readonly groups: Pick<GroupAccess, 'givenTo' | 'knownOn'>;
  readonly access: Pick<MapAccess, 'rightsOfAll'>;
}

/** After that an entry is gone. */
export const KEPT_MS = 90 * DAY_MS;
/** So many rings are looked at: of some the map may be closed to the person by now. */
const LOOKED_MOST = 3 * BELL_MOST;

const WAITING: ReadonlySet<BellKind> = new Set(['invitation', 'ask', 'offer']);

/** An entry whose names are still to be looked up. */
interface Found extends Omit<BellEntry, 'by'> {
  readonly by: PersonId;
}

/**
 * What the bell of the person shows now, the newest first: what rang in maps that they may still read, and what is asked of them and waits. Of
 * what they did themselves nothing is shown.
 */
export async function bellOf(parts: BellParts, person: PersonId): Promise<readonly BellEntry[]> {
  const { metadata } = parts;
  const rung = await metadata.rungOf(person);
  const isRead = (id: string): boolean => rung.has(id);
  const all = await Promise.all([
    rungIn(parts, person),
    givenByGroups(parts, person, isRead),
    invitedTo(parts, person, isRead),
    askedOn(parts, person, isRead),
    offeredTo(parts, person, isRead),
  ]);
  const found = newest(all.flat().filter(({ by }) => by !== person));
  const names = await namesOf(metadata, [...new Set(found.map(({ by }) => by))]);
  return found.map((each) => ({ ...each, by: nameIn(names, each.by) }));
}

/** As many as a bell shows, the newest first. What waits for an answer is not crowded out by what rang since. */
function newest(all: readonly Found[]): readonly Found[] {
  const sorted = all.toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  const waiting = new Set(sorted.filter(({ kind }) => WAITING.has(kind)).slice(0, BELL_MOST));
  let room = BELL_MOST - waiting.size;
  return sorted.filter((each) => waiting.has(each) || (!WAITING.has(each.kind) && room-- > 0));
}

function nameIn(names: Awaited<ReturnType<typeof namesOf>>, person: PersonId): PersonName | null {
  const found = names.get(person);
  return found === undefined ? null : { id: found.id, name: found.name, hue: found.hue };
}

async function rungIn({ metadata, clock, access }: BellParts, person: PersonId): Promise<readonly Found[]> {
  const since = clock.now() - KEPT_MS;
  const rings = (await metadata.ringsOf(person, LOOKED_MOST)).filter(({ at }) => at > since);
  if (rings.length === 0) return [];
  const ids = [...new Set(rings.map(({ map }) => map))];
  const [rightsOn, maps] = await Promise.all([
    access.rightsOfAll(new Map(ids.map((map) => [map, new Set([person])]))),
    metadata.maps(ids),
  ]);
  const titles = new Map(maps.map(({ id, title }) => [id, title]));
  return rings.flatMap((ring) => {
    const { role } = rightsOn(ring.map, person);
    const title = titles.get(ring.map);
    if (role === null || title === undefined) return [];
    // Whoever may only look is told no comments.
    if (ring.kind !== 'restored' && !isAtLeast(role, 'comment')) return [];
    const { id, kind, at, isRead, by, map } = ring;
    return [{ id, kind, at, isRead, by, map, title, place: placeOf(ring) }];
  });
}

function placeOf({ item, comment, chat }: RingRecord): BellPlace | null {
  if (chat !== null) return { kind: 'chat', message: chat };
  return item === null ? null : { kind: 'item', item, comment };
}

type IsRead = (id: string) => boolean;

/** Maps that groups give the person, until they have opened them. */
async function givenByGroups(parts: BellParts, person: PersonId, isRead: IsRead): Promise<readonly Found[]> {
  const { metadata, groups, clock } = parts;
  const given = await groups.givenTo(person);
  if (given.length === 0) return [];
  const maps = [...new Set(given.map(({ map }) => map))];
  const [opened, titles, members] = await Promise.all([
    metadata.openedBy(maps, [person]),
    titlesOf(metadata, maps),
    metadata.groupMembers([...new Set(given.map(({ group }) => group))], [person]),
  ]);
  const isOpened = new Set(opened.map(({ map }) => map));
  const since = new Map(members.map(({ group, at }) => [group, at]));
  return maps.flatMap((map) => {
    const [first] = given.filter((each) => each.map === map);
    const title = titles.get(map);
    if (first === undefined || title === undefined || isOpened.has(map)) return [];
    const at = Math.max(first.at, since.get(first.group) ?? 0);
    const id = ringId('group', map, first.group, person);
    if (at <= clock.now() - KEPT_MS) return [];
    return [{ id, kind: 'group', at, isRead: isRead(id), by: first.owner, map, title, place: null } as const];
  });
}

async function invitedTo(parts: BellParts, person: PersonId, isRead: IsRead): Promise<readonly Found[]> {
  const { metadata } = parts;
  const waiting = await countingInvitations(parts, person);
  const found = waiting.map(async ({ id, kind, target, by, createdAt: at }): Promise<readonly Found[]> => {
    const map = kind === 'map' ? parseMapId(target) : null;
    const title = map === null ? (await metadata.folder(target))?.name : (await metadata.map(map))?.title;
    if (title === undefined) return [];
    return [{ id, kind: 'invitation', at, isRead: isRead(id), by, map: null, title, place: null }];
  });
  return (await Promise.all(found)).flat();
}

/** Who asks to be let into the maps that the person owns. */
async function askedOn(parts: BellParts, person: PersonId, isRead: IsRead): Promise<readonly Found[]> {
  const { metadata, clock, folders, groups } = parts;
  const now = clock.now();
  const grants = grantsAt(await metadata.grantsOf(person), now);
  const owned = [...new Set(grants.filter(({ role }) => role === 'own').map(({ map }) => map))];
  const asks = owned.length === 0 ? [] : (await metadata.asksOn('access', owned)).filter(({ isRefused }) => !isRefused);
  if (asks.length === 0) return [];
  const maps = [...new Set(asks.map(({ map }) => map))];
  const [there, titles, inFolder, byGroups] = await Promise.all([
    metadata.grantsBetween(
      maps,
      asks.map((ask) => ask.person),
    ),
    titlesOf(metadata, maps),
    folders.rolesOn(maps),
    groups.knownOn(maps),
  ]);
  const byGrants = grantsAt(there, now).map((grant) => `${grant.map} ${grant.person}`);
  const known = [...byGroups].flatMap(([map, reasons]) => reasons.map((reason) => `${map} ${reason.person}`));
  const isIn = new Set([...byGrants, ...known]);
  return asks.flatMap(({ id, map, person: by, at }) => {
    const title = titles.get(map);
    if (title === undefined || isIn.has(`${map} ${by}`) || inFolder(map, by) !== null) return [];
    return [{ id, kind: 'ask', at, isRead: isRead(id), by, map, title, place: null } as const];
  });
}

/** What others would have the person own. */
async function offeredTo(
  { metadata, clock, access }: BellParts,
  person: PersonId,
  isRead: IsRead,
): Promise<readonly Found[]> {
  const offers = (await metadata.asksOf('owner', person)).filter(({ isRefused }) => !isRefused);
  if (offers.length === 0) return [];
  const maps = [...new Set(offers.map(({ map }) => map))];
  const [grants, titles, rightsOn] = await Promise.all([
    metadata.grantsBetween(
      maps,
      offers.map(({ by }) => by),
    ),
    titlesOf(metadata, maps),
    access.rightsOfAll(new Map(maps.map((map) => [map, new Set([person])]))),
  ]);
  const living = grantsAt(grants, clock.now()).filter(({ role }) => role === 'own');
  const owns = new Set(living.map((grant) => `${grant.map} ${grant.person}`));
  return offers.flatMap(({ id, map, by, at }) => {
    const title = titles.get(map);
    if (title === undefined || !owns.has(`${map} ${by}`) || rightsOn(map, person).role === null) return [];
    return [{ id, kind: 'offer', at, isRead: isRead(id), by, map, title, place: null } as const];
  });
}

/** Of those that are not in the trash. */
async function titlesOf(metadata: Metadata, maps: readonly MapId[]): Promise<ReadonlyMap<MapId, string>> {
  const records = await metadata.maps(maps);
  return new Map(records.flatMap(({ id, title, trashedAt }) => (trashedAt === null ? [[id, title] as const] : [])));
}
