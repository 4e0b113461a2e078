import type { Clock, MapId, PersonId } from '@bough/base';
import type { LinkRole, MapRole } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { Grant, NewGrant } from '../metadata/grants/grant-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { strongest } from '../metadata/roles.ts';
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
    const now = this.#clock.now();
    await this.#mustLeaveAnOwner(map, person);
    await this.#replace(map, person, (grants) => {
      const set = grants.find(isSetByOwner);
      return set === undefined ? null : { ...set, until: Math.min(set.until ?? now, now), later: null };
    });
  }

  /**
   * Takes back every grant that the person has, and keeps that an owner removed them, with the role that they had: no group and no link lets
   * them in again, and no invitation but one that an owner sends later. Throws 'last-owner' when nobody would own the map.
   */
  async shutOut(map: MapId, person: PersonId, byGroup: LinkRole | null): Promise<void> {
    const at = this.#clock.now();
    await this.#mustLeaveAnOwner(map, person);
    await this.#replace(map, person, (grants) => {
      const own =
        grants.find(({ link }) => link === null)?.role ?? byGroup ?? strongest(grants.map(({ role }) => role));
      const role = own === 'own' ? (byGroup ?? 'edit') : (own ?? 'view');
      const isInvited = grants.some((grant) => grant.isInvited);
      return { map, person, role, link: null, isInvited, isSet: true, at, until: at };
    });
  }

  /**
   * Gives the person this role for themselves, in the place of every other, until then; null: it does not end; undefined: when what they
   * have for themselves ends. Throws 'malformed' for an end that has passed, and for an owner's.
   */
  async set(map: MapId, person: PersonId, role: MapRole, wanted?: number | null): Promise<void> {
    const at = this.#clock.now();
    if (wanted != null && role === 'own') throw new GatewayFailure('malformed', "An owner's access does not end.");
    mustEndLater(wanted ?? null, at);
    if (role !== 'own') await this.#mustLeaveAnOwner(map, person);
    await this.#replace(map, person, (grants) => {
      const isInvited = grants.some((grant) => grant.isInvited);
      const own = grantsAt(grants, at).find(({ link }) => link === null);
      const until = role === 'own' ? null : wanted === undefined ? (own?.until ?? null) : wanted;
      return { map, person, role, link: null, isInvited, isSet: role !== 'own', at, until };
    });
  }

  /**
   * Makes the person an owner. false: what an owner has set for them, or their removal, is not what was known when the offer was looked at,
   * and that counts. Times are not compared: gateways' clocks differ.
   */
  async tryGive(map: MapId, person: PersonId, known: Grant | undefined): Promise<boolean> {
    const change = await this.#metadata.changeGrants(map, person, (grants) => {
      const set = grants.find(isSetByOwner);
      if (set?.at !== known?.at || set?.role !== known?.role) return null;
      const isInvited = grants.some((grant) => grant.isInvited);
      const own = { map, person, role: 'own', link: null, isInvited, at: this.#clock.now(), until: null } as const;
      return { own, links: 'go' };
    });
    return change !== null;
  }

  async #mustLeaveAnOwner(map: MapId, person: PersonId): Promise<void> {
    const owners = await this.#owners(map);
    if (owners.has(person) && owners.size === 1) throw new GatewayFailure('last-owner', 'A map needs an owner.');
  }

  /**
   * Puts one grant, or none for null, in the place of all that the person has, in one step: of an owner who sets and a person who leaves at
   * once, whoever is second sees what the first did. An offer to own the map ends before. Two owners who leave at once both saw the other: who finds nobody left owns it again.
   */
  async #replace(map: MapId, person: PersonId, by: (grants: readonly Grant[]) => NewGrant | null): Promise<void> {
    let hasOwned = false;
    await endTransfer(this.#metadata, map, person);
    await this.#metadata.changeGrants(map, person, (grants) => {
      hasOwned = grants.some(({ role }) => role === 'own');
      return { own: by(grants), links: 'go' };
    });
    if (!hasOwned || (await this.#owners(map)).size > 0) return;
    await this.#metadata.addGrant({ map, person, role: 'own', link: null, at: this.#clock.now() });
    throw new GatewayFailure('last-owner', 'A map needs an owner.');
  }

  async #owners(map: MapId): Promise<ReadonlySet<PersonId>> {
    const grants = await this.#metadata.grantsOnMaps([map]);
    return new Set(grants.filter(({ role }) => role === 'own').map(({ person }) => person));
  }
}

/** Takes back what owners have asked this person, or anybody for null. */
export async function endTransfer(
  metadata: Pick<Metadata, 'asksAbout' | 'removeAsk'>,
  map: MapId,
  person: PersonId | null,
): Promise<void> {
  for (const ask of await metadata.asksAbout(map)) {
    if (ask.kind === 'owner' && (person === null || ask.person === person)) await metadata.removeAsk(ask.id);
  }
}

/** Throws 'malformed' for an end of access that has passed; null: it does not end. */
export function mustEndLater(until: number | null, nowMs: number): void {
  if (until !== null && until <= nowMs) {
    throw new GatewayFailure('malformed', 'The end of access must be in the future.');
  }
}
