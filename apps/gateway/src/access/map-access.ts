import type { Clock, MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { Asker } from './decide.ts';
import { NO_ROLE } from './decide.ts';
import { type Grant, grantAt } from '../metadata/grants/grant-store.ts';
import type { MapRecord } from '../metadata/maps/map-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { type GivenRole, isAtLeast, strongest } from '../metadata/roles.ts';

/** What somebody may do with a map. */
export interface MapRights extends Pick<Asker, 'role' | 'mayCopy' | 'mayReadPast' | 'trashed'> {
  /** When the first of the grants behind it ends, so that it is to be looked up again; null: none of them ends. */
  readonly endsAt: number | null;
}
const NO_RIGHTS: MapRights = { ...NO_ROLE, endsAt: null };

/** Whose rights on which maps are asked for. */
export type WantedRights = ReadonlyMap<MapId, ReadonlySet<PersonId>>;

/** What people may do without a grant of their own (gifts.ts). */
interface GivenRoles {
  readonly roleOn: (map: MapId, person: PersonId) => Promise<GivenRole | null>;
  readonly rolesOn: (
    maps: readonly MapId[],
    people: readonly PersonId[],
  ) => Promise<(map: MapId, person: PersonId) => GivenRole | null>;
}

/** Who may do what with maps: by grants, by what folders and groups give, and because a page is public. */
export class MapAccess {
  readonly #metadata: Metadata;
  readonly #gifts: GivenRoles;
  readonly #clock: Clock;

  constructor(components: { readonly metadata: Metadata; readonly gifts: GivenRoles; readonly clock: Clock }) {
    this.#metadata = components.metadata;
    this.#gifts = components.gifts;
    this.#clock = components.clock;
  }

  /** What the person, or anybody at all for null, may do with the map. */
  async of(map: MapId, person: PersonId | null): Promise<MapRights> {
    const [record, grants] = await Promise.all([
      this.#metadata.map(map),
      person === null ? [] : this.#metadata.grantsOn(map, person),
    ]);
    if (record === null) return NO_RIGHTS;
    const living = grantsAt(grants, this.#clock.now());
    const direct = strongest(living.map(({ role }) => role));
    // Nothing else gives more than that.
    const needsGifts = person !== null && (direct === null || !isAtLeast(direct, 'edit'));
    const gift = needsGifts ? await this.#gifts.roleOn(map, person) : null;
    return rights(record, living, gift?.role ?? null, gift?.endsAt);
  }

  /** The rights of people on maps, looked up together: as few questions as for one of them. */
  async rightsOfAll(wanted: WantedRights): Promise<(map: MapId, person: PersonId) => MapRights> {
    const maps = [...wanted.keys()];
    const people = [...new Set([...wanted.values()].flatMap((each) => [...each]))];
    const [records, grants, gift] = await Promise.all([
      this.#metadata.maps(maps),
      this.#metadata.grantsBetween(maps, people),
      this.#gifts.rolesOn(maps, people),
    ]);
    const living = Map.groupBy(grantsAt(grants, this.#clock.now()), ({ map, person }) => `${map} ${person}`);
    const byId = new Map(records.map((record) => [record.id, record]));
    return (map, person) => {
      const record = byId.get(map);
      if (record === undefined) return NO_RIGHTS;
      const given = gift(map, person);
      return rights(record, living.get(`${map} ${person}`) ?? [], given?.role ?? null, given?.endsAt);
    };
  }

  /** The person's role on the map; null: none. */
  async roleOf(map: MapId, person: PersonId): Promise<MapRole | null> {
    return (await this.of(map, person)).role;
  }
}

/** Those of the grants that count, as they are at that moment: what has ended does not, nor what a link gives somebody for whom an owner has set what they may do. */
export function grantsAt(grants: readonly Grant[], nowMs: number): readonly Grant[] {
  const set = new Set(grants.filter(isSetByOwner).map(keyOf));
  const counting = grants.filter((grant) => grant.link === null || !set.has(keyOf(grant)));
  return counting.map((grant) => grantAt(grant, nowMs)).filter((grant) => grant !== null);
}

/** Whether an owner set what the person may do, who has no more by links then. */
export function isSetByOwner({ link, isSet }: Grant): boolean {
  return link === null && isSet;
}

function keyOf({ map, person }: Grant): string {
  return `${map} ${person}`;
}

/** What grants, a gift and the map's own page add up to. */
export function rights(
  record: Pick<MapRecord, 'trashedAt' | 'page'>,
  grants: readonly Grant[],
  gift: MapRole | null,
  giftEndsAt: number | null = null,
): MapRights {
  const own = strongest([...grants.map(({ role }) => role), ...(gift === null ? [] : [gift])]);
  const endsAt = firstEnd([...grants, { until: giftEndsAt }]);
  if (record.trashedAt !== null) return { role: null, mayCopy: false, mayReadPast: false, trashed: own, endsAt };
  const mayCopy =
    gift !== null || record.page === 'copy' || grants.some((grant) => grant.mayCopy || isAtLeast(grant.role, 'edit'));
  const role = own ?? (record.page === 'none' ? null : 'view');
  const mayReadPast = (own !== null && isAtLeast(own, 'edit')) || grants.some((grant) => grant.mayReadPast);
  return { role, mayCopy: mayCopy && role !== null, mayReadPast, trashed: null, endsAt };
}

function firstEnd(grants: readonly Pick<Grant, 'until'>[]): number | null {
  const ends = grants.flatMap(({ until }) => (until === null ? [] : [until]));
  return ends.length === 0 ? null : Math.min(...ends);
}
