import type { Clock, MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import type { GivenGroup, GroupMember, Visit } from '../metadata/groups/group-store.ts';
import { leftOf } from '../metadata/groups/kept-settings.ts';
import type { MapRecord } from '../metadata/maps/map-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { type GivenRole, isAtLeast, strongest } from '../metadata/roles.ts';
import type { FolderAccess } from './folder-access.ts';
import { isStillGiven } from './giving.ts';
import { grantsAt, isSetByOwner } from './map-access.ts';
import { type Reason, reasonsOf } from './members.ts';

/** What a person may do with a map. */
type RoleOn = (map: MapId, person: PersonId) => GivenRole | null;

/** Groups that count on some maps, and who of those that were asked about is in them. */
interface Given {
  readonly groups: ReadonlyMap<MapId, readonly GivenGroup[]>;
  readonly members: readonly GroupMember[];
  readonly gives: GivesTo;
  /** Whether the person may open the map without any group, and without its page's being public. */
  readonly isInOtherwise: (map: MapId, person: PersonId) => boolean;
}
const NOTHING: Given = { groups: new Map(), members: [], gives: () => null, isInOtherwise: () => false };

/**
 * What people may do because of groups: who has an address of a group's list may open each map on which the group has a role. It counts only
 * while who gave it, the group's owner, may still give that role to others: by grants, by folders, or by a group that counts itself, so
 * that two groups never hold each other up; an editor only while the map's owners let editors invite. Nothing is copied anywhere: what is
 * taken out of a group, or a group from a map, has ended.
 * To people for whom an owner of the map has set what they may do, a role or an end, groups give nothing: what is set counts. What was set
 * for somebody who had an address before limits what groups give by it.
 *
 * That a member is in a group is known to others once they have opened the map when nothing but groups let them in, no grant, folder or public
 * page: by the group that was given the map first, and by others of its owner, who has been told their address then. It is kept with the address's
 * entry in the group. Until then everything is as if they were in no group, so that nobody tries out addresses on people who are here
 * for another reason; nor do groups count that only an unknown member gave.
 */
export class GroupAccess {
  readonly #metadata: Metadata;
  readonly #folders: Pick<FolderAccess, 'rolesOn'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(components: {
    readonly metadata: Metadata;
    readonly folders: Pick<FolderAccess, 'rolesOn'>;
    readonly clock: Pick<Clock, 'now'>;
  }) {
    this.#metadata = components.metadata;
    this.#folders = components.folders;
    this.#clock = components.clock;
  }

  /** What groups let these people do on these maps, looked up with as few questions as for one of each. */
  async rolesOn(maps: readonly MapId[], people: readonly PersonId[]): Promise<RoleOn> {
    const { groups, gives } = await this.#givenOn(maps, people);
    return (map, person) => {
      const all = (groups.get(map) ?? []).flatMap((each) => gives(each, person) ?? []);
      const role = strongest(all.map((each) => each.role));
      const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
      return role === null ? null : { role, endsAt: ends.length === 0 ? null : Math.min(...ends) };
    };
  }

  /**
   * Of these people those who are known to be in a group of the map, each with the one that gives most, or would if an owner had not set what
   * they may do.
   */
  async knownGroupOf(map: MapId, people: readonly PersonId[]): Promise<ReadonlyMap<PersonId, GivenGroup>> {
    const [{ groups, members }, visits] = await Promise.all([
      this.#givenOn([map], people),
      this.#metadata.openedBy([map], people),
    ]);
    const given = groups.get(map) ?? [];
    const isKnownIn = knowledge(given, members, visits);
    const all = given.toSorted((a, b) => (a.role === b.role ? 0 : isAtLeast(a.role, b.role) ? -1 : 1));
    return new Map(
      people.flatMap((person) => {
        const best = all.find((each) => isKnownIn(each, person));
        return best === undefined ? [] : [[person, best] as const];
      }),
    );
  }

  /** The address in a group by which the person comes now, to be kept with their visit; null: nothing is to be kept, or it is kept already. */
  async entryOf({ id: map, page }: Pick<MapRecord, 'id' | 'page'>, person: PersonId): Promise<string | null> {
    if (page !== 'none') return null;
    const { groups, members, gives, isInOtherwise } = await this.#givenOn([map], [person]);
    const behind = (groups.get(map) ?? []).filter((each) => gives(each, person) !== null);
    if (behind.length === 0 || isInOtherwise(map, person)) return null;
    const isKnownIn = knowledge(behind, members, await this.#metadata.openedBy([map], [person]));
    if (behind.some((each) => isKnownIn(each, person))) return null;
    const [first] = behind;
    return members.find((member) => member.group === first?.group && member.person === person)?.entry ?? null;
  }

  /** Every map that groups let the person open. */
  async mapsFor(person: PersonId): Promise<ReadonlyMap<MapId, LinkRole>> {
    const given = await this.givenTo(person);
    return new Map(
      [...Map.groupBy(given, ({ map }) => map)].flatMap(([map, all]) => {
        const role = strongest(all.map((each) => each.role));
        return role === null ? [] : [[map, role] as const];
      }),
    );
  }

  /** What lets the person open maps, each time with the group, and with what is left to them of its role. */
  async givenTo(person: PersonId): Promise<readonly GivenGroup[]> {
    const grants = await this.#metadata.groupGrantsFor(person);
    if (grants.length === 0) return [];
    const own = new Set(grants.map(({ group }) => group));
    const { groups, gives } = await this.#givenOn([...new Set(grants.map(({ map }) => map))], [person]);
    return [...groups.values()].flat().flatMap((each) => {
      const given = own.has(each.group) ? gives(each, person) : null;
      return given === null ? [] : [{ ...each, role: given.role }];
    });
  }

  /** Groups that count on the map. */
  async groupsOn(map: MapId): Promise<readonly GivenGroup[]> {
    return (await this.#givenOn([map], [])).groups.get(map) ?? [];
  }

  /** Who may open these maps by groups and is known to be in them. */
  async knownOn(maps: readonly MapId[]): Promise<ReadonlyMap<MapId, readonly Reason[]>> {
    const { groups, members, gives } = await this.#givenOn(maps, null);
    if (members.length === 0) return new Map();
    const people = [...new Set(members.map(({ person }) => person))];
    const visits = Map.groupBy(await this.#metadata.openedBy([...groups.keys()], people), ({ map }) => map);
    const inGroup = Map.groupBy(members, ({ group }) => group);
    const known = [...groups].map(([map, all]) => {
      const isKnownIn = knowledge(all, members, visits.get(map) ?? []);
      const reasons = all.flatMap((each) =>
        (inGroup.get(each.group) ?? []).flatMap(({ person }) => {
          const given = isKnownIn(each, person) ? gives(each, person) : null;
          if (given === null) return [];
          return [{ person, ...byGroup(given), group: { id: each.group, name: each.name } }];
        }),
      );
      return [map, reasons] as const;
    });
    return new Map(known);
  }

  /** `people` are those whose membership is looked up; null: everybody's. */
  async #givenOn(maps: readonly MapId[], people: readonly PersonId[] | null): Promise<Given> {
    const given = maps.length === 0 ? [] : await this.#metadata.groupsOn(maps);
    if (given.length === 0) return NOTHING;
    const there = [...new Set(given.map(({ map }) => map))];
    const givers = [...new Set(given.map(({ owner }) => owner))];
    const asked = people === null ? null : [...new Set([...people, ...givers])];
    const [grants, folderRole, members, visits] = await Promise.all([
      asked === null ? this.#metadata.grantsOnMaps(there) : this.#metadata.grantsBetween(there, asked),
      this.#folders.rolesOn(there),
      this.#metadata.groupMembers([...new Set(given.map(({ group }) => group))], asked),
      this.#metadata.openedBy(there, givers),
    ]);
    const set = new Set(grants.filter(isSetByOwner).map(({ map, person }) => `${map} ${person}`));
    const now = this.#clock.now();
    const inGroup = new Map(members.map((member) => [`${member.group} ${member.person}`, member]));
    const gives: GivesTo = (each, person) => {
      const member = set.has(`${each.map} ${person}`) ? undefined : inGroup.get(`${each.group} ${person}`);
      return member === undefined ? null : leftOf(each, member.kept, now);
    };
    const visitsOf = Map.groupBy(visits, ({ map }) => map);
    const direct = Map.groupBy(grantsAt(grants, now), ({ map }) => map);
    const counting = [...Map.groupBy(given, ({ map }) => map)].map(([map, all]) => {
      const byFolder = givers.flatMap((person) => {
        const role = folderRole(map, person);
        return role === null ? [] : [{ person, role, ...BY_FOLDER }];
      });
      const without = [...reasonsOf(direct.get(map) ?? []), ...byFolder];
      const isKnownIn = knowledge(all, members, visitsOf.get(map) ?? []);
      const givesKnown: GivesTo = (each, person) => (isKnownIn(each, person) ? gives(each, person) : null);
      const counts = countingAmong(all, without, givesKnown);
      return [map, counts] as const;
    });
    const granted = new Set([...direct.values()].flat().map(({ map, person }) => `${map} ${person}`));
    const isInOtherwise = (map: MapId, person: PersonId): boolean =>
      granted.has(`${map} ${person}`) || folderRole(map, person) !== null;
    return { groups: new Map(counting), members, gives, isInOtherwise };
  }
}

const BY_FOLDER = { by: 'folder', group: null, isInvited: false, until: null } as const;

/**
 * Those of a map's groups that count, by what their givers may do without any group. Each that counts may let the giver of another give: what
 * is found is the least that holds, and a circle of groups does not begin by itself.
 */
function countingAmong(all: readonly GivenGroup[], without: readonly Reason[], gives: GivesTo): readonly GivenGroup[] {
  const reasons = [...without];
  const counting = new Set<GivenGroup>();
  const givers = [...new Set(all.map(({ owner }) => owner))];
  for (let before = -1; before < counting.size;) {
    before = counting.size;
    for (const each of all) {
      const given = { by: each.owner, role: each.role };
      if (counting.has(each) || !isStillGiven(given, reasons, each.mayEditorsInvite)) continue;
      counting.add(each);
      for (const person of givers) {
        const role = gives(each, person);
        if (role !== null) reasons.push({ person, ...byGroup(role), group: null });
      }
    }
  }
  return all.filter((each) => counting.has(each));
}

function byGroup({ role, endsAt }: GivenRole) {
  return { role, by: 'group', isInvited: false, until: endsAt } as const;
}

/** What the group gives the person on its map; null: nothing. */
type GivesTo = (given: GivenGroup, person: PersonId) => GivenRole | null;

/** Whether others may know that the person is in that group of the map, or was until an owner set what they may do. */
type IsKnownIn = (given: GivenGroup, person: PersonId) => boolean;

/** The same on one map, by what it is given to and by who has come to it by which address. */
function knowledge(given: readonly GivenGroup[], members: readonly GroupMember[], visits: readonly Visit[]): IsKnownIn {
  const owners = new Map(given.map(({ group, owner }) => [group, owner]));
  const byEntry = new Map(members.map((member) => [member.entry, member]));
  const told = visits.flatMap(({ person, entry }) => {
    const member = entry === null ? undefined : byEntry.get(entry);
    const owner = member?.person === person ? owners.get(member.group) : undefined;
    return owner === undefined ? [] : [`${owner} ${person}`];
  });
  const isTold = new Set(told);
  const isIn = membership(members);
  return ({ group, owner }, person) => isIn(group, person) && isTold.has(`${owner} ${person}`);
}

function membership(members: readonly GroupMember[]): (group: string, person: PersonId) => boolean {
  const all = new Set(members.map(({ group, person }) => `${group} ${person}`));
  return (group, person) => all.has(`${group} ${person}`);
}
