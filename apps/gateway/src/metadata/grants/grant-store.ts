import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { isAtLeast, strongest } from '../roles.ts';

/** One reason why a person may open a map. With several, the strongest role counts. */
export interface Grant {
  readonly map: MapId;
  readonly person: PersonId;
  readonly role: MapRole;
  /** The share link that gave it, and takes it back when revoked; null: given for itself. */
  readonly link: string | null;
  readonly at: number;
  /** Whether it lets who may only look or comment take the map away. */
  readonly mayCopy: boolean;
  /** Whether it lets who may only look or comment read what is not there any more. */
  readonly mayReadPast: boolean;
  /** Whether the person was invited by their address, so that whoever shares the map knows it. */
  readonly isInvited: boolean;
  /** Whether an owner set it for this very person, who has no more by links then. */
  readonly isSet: boolean;
  /** When it ends; null: when it is taken back. */
  readonly until: number | null;
  /** The role that stays once it has ended; null: none. */
  readonly later: MapRole | null;
}
type Said = 'mayCopy' | 'mayReadPast' | 'isInvited' | 'isSet' | 'until' | 'later';
/** A grant for itself lets copy, does not open the past, and does not end. */
export type NewGrant = Omit<Grant, Said> & Partial<Pick<Grant, Said>>;

/** The grant with everything that it leaves unsaid. */
export function wholeGrant(grant: NewGrant): Grant {
  return { mayCopy: true, mayReadPast: false, isInvited: false, isSet: false, until: null, later: null, ...grant };
}

/** What the grant gives at that moment; null: nothing, it has ended. */
export function grantAt<T extends Pick<Grant, 'role' | 'until' | 'later'>>(grant: T, nowMs: number): T | null {
  const { until, later } = grant;
  if (until === null || until > nowMs) return grant;
  return later === null ? null : { ...grant, role: later, until: null, later: null };
}

/** Two grants of one kind in one: the one that is worth more now, and, once it ends, what either gives without an end. */
export function together(grant: Grant, other: Grant, nowMs: number): Grant {
  const [one, two] = [grantAt(grant, nowMs) ?? grant, grantAt(other, nowMs) ?? other];
  const [best, rest] = isWorthMore(one, two, nowMs) ? [one, two] : [two, one];
  if (best.until === null || best.until <= nowMs) return best;
  const lasting = [best.later, rest.until === null ? rest.role : rest.later].filter((role) => role !== null);
  return { ...best, later: strongest(lasting) };
}

/** Whether the grant is worth more than the other: one that has ended is worth nothing; then the role counts, then the end. */
function isWorthMore(grant: Grant, other: Grant, nowMs: number): boolean {
  const [end, otherEnd] = [grant.until ?? Infinity, other.until ?? Infinity];
  if (end <= nowMs || otherEnd <= nowMs) return end > nowMs;
  return grant.role === other.role ? end > otherEnd : isAtLeast(grant.role, other.role);
}

/** What becomes of the grants of one person on one map. */
export interface GrantChange {
  /** The one for itself; null: none. */
  readonly own: NewGrant | null;
  /** Those of links. */
  readonly links: 'stay' | 'go';
}

/** Who may do what. */
export interface GrantStore {
  /** Adding the same (map, person, link) again changes its role. */
  addGrant(grant: NewGrant): Promise<void>;
  /** Why this person may open this map. */
  grantsOn(map: MapId, person: PersonId): Promise<readonly Grant[]>;
  grantsOf(person: PersonId): Promise<readonly Grant[]>;
  /** Why the person may open those of these maps that they may. */
  grantsAmong(maps: readonly MapId[], person: PersonId): Promise<readonly Grant[]>;
  /** Why those of these people that may open some of these maps may do so. */
  grantsBetween(maps: readonly MapId[], people: readonly PersonId[]): Promise<readonly Grant[]>;
  /** Who may open these maps, and why. */
  grantsOnMaps(maps: readonly MapId[]): Promise<readonly Grant[]>;
  /**
   * Changes the person's grants on the map as is decided from what they are, in one step: whoever changes them at the same moment comes
   * before it, and is seen, or after it. So it may be asked to decide more than once. Answers what was done; null, which is decided too:
   * nothing. A crash leaves at most grants of links that were to go.
   */
  changeGrants(
    map: MapId,
    person: PersonId,
    decide: (grants: readonly Grant[]) => GrantChange | null,
  ): Promise<GrantChange | null>;
  /** Takes back every grant of the person on the map. */
  removeGrants(map: MapId, person: PersonId): Promise<void>;
  /**
   * Everything that one person may open and has put somewhere, the other has from now on, folders and tokens included; the first
   * keeps nothing, and is known to have become the other. Of two grants of one kind on a map the one that is worth more now stays.
   */
  moveGrants(from: PersonId, to: PersonId, nowMs: number): Promise<void>;
}
