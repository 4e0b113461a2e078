import type { Clock, MapId, PersonId } from '@bough/base';
import type { LinkRole, MapRole } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { grantsAt, isSetByOwner } from './map-access.ts';

/** What changes the roles of people who have one already: a map keeps an owner, whatever happens at once. */
export class Owners {
  readonly #metadata: Metadata;
  readonly #clock: Clock;

  constructor(components: { readonly metadata: Metadata; readonly clock: Clock }) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
  }

  /** Somebody goes by themselves. What an owner has set for them stays as ended, so that no link gives more to who comes back. */
  async leave(map: MapId, person: PersonId): Promise<void> {
    const set = (await this.#metadata.grantsOn(map, person)).find(isSetByOwner);
    await this.takeBack(map, person);
    const now = this.#clock.now();
    if (set !== undefined)
      await this.#metadata.addGrant({ ...set, until: Math.min(set.until ?? now, now), later: null });
  }

  /** Takes back every grant that the person has, and keeps their access as ended, so that no group of the map lets them in. */
  async shutOut(map: MapId, person: PersonId, byGroup: LinkRole): Promise<void> {
    const grants = await this.#metadata.grantsOn(map, person);
    const own = grants.find(({ link }) => link === null)?.role ?? byGroup;
    const isInvited = grants.some((grant) => grant.isInvited);
    await this.takeBack(map, person);
    const at = this.#clock.now();
    const role = own === 'own' ? byGroup : own;
    await this.#metadata.addGrant({ map, person, role, link: null, isInvited, isSet: true, at, until: at });
  }

  /** Takes back every grant that the person has on the map. Throws 'last-owner' when nobody would own it. */
  async takeBack(map: MapId, person: PersonId): Promise<void> {
    const before = await this.#mustLeaveAnOwner(map, person);
    await this.#metadata.removeGrants(map, person);
    await this.#putBackIfOrphaned(map, person, before);
  }

  /**
   * Gives the person this role for themselves, in the place of every other, until then; null: it does not end; undefined: when what they
   * have for themselves ends. Throws 'malformed' for an end that has passed, and for an owner's.
   */
  async set(map: MapId, person: PersonId, role: MapRole, wanted?: number | null): Promise<void> {
    const at = this.#clock.now();
    if (wanted != null && role === 'own') throw new GatewayFailure('malformed', "An owner's access does not end.");
    mustEndLater(wanted ?? null, at);
    const before = role === 'own' ? null : await this.#mustLeaveAnOwner(map, person);
    const grants = await this.#metadata.grantsOn(map, person);
    const isInvited = grants.some((grant) => grant.isInvited);
    const own = grantsAt(grants, at).find(({ link }) => link === null);
    const until = role === 'own' ? null : wanted === undefined ? (own?.until ?? null) : wanted;
    await this.#metadata.removeGrants(map, person);
    await this.#metadata.addGrant({ map, person, role, link: null, isInvited, isSet: role !== 'own', at, until });
    await this.#putBackIfOrphaned(map, person, before);
  }

  /** Answers whether the person owns the map. */
  async #mustLeaveAnOwner(map: MapId, person: PersonId): Promise<MapRole | null> {
    const owners = await this.#owners(map);
    if (!owners.has(person)) return null;
    if (owners.size === 1) {
      throw new GatewayFailure('last-owner', 'A map needs an owner.');
    }
    return 'own';
  }

  /** Two owners who leave at once both saw the other: whoever finds nobody left owns it again. */
  async #putBackIfOrphaned(map: MapId, person: PersonId, before: MapRole | null): Promise<void> {
    if (before !== 'own' || (await this.#owners(map)).size > 0) return;
    await this.#metadata.addGrant({ map, person, role: 'own', link: null, at: this.#clock.now() });
    throw new GatewayFailure('last-owner', 'A map needs an owner.');
  }

  async #owners(map: MapId): Promise<ReadonlySet<PersonId>> {
    const grants = await this.#metadata.grantsOnMaps([map]);
    return new Set(grants.filter(({ role }) => role === 'own').map(({ person }) => person));
  }
}

/** Throws 'malformed' for an end of access that has passed; null: it does not end. */
export function mustEndLater(until: number | null, nowMs: number): void {
  if (until !== null && until <= nowMs) {
    throw new GatewayFailure('malformed', 'The end of access must be in the future.');
  }
}
