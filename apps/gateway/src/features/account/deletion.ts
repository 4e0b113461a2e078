import type { MapId, PersonId } from '@bough/base';
import type { Grant } from '../../metadata/grants/grant-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';

/** What deleting an account does to its maps. */
export interface DeletionPlan {
  /** Nobody else may edit them: they go. */
  readonly deleted: readonly MapId[];
  /** Somebody else may edit them: the one who has been able to for longest becomes the owner. */
  readonly handedOver: readonly { readonly map: MapId; readonly to: PersonId }[];
  /** Somebody else owns them: they stay as they are. */
  readonly left: readonly MapId[];
}

/**
 * Decides by who may do what: `grants` are all grants on every map that the person has one on, and `accounts` the people among them
 * who have an account. A map with another owner stays theirs. One that the person alone owns goes to whoever else with an account has
 * edited it for longest, to whoever has no end before those who have; those who may only look did not make it, and a guest could lose it with a cookie, so that otherwise it is
 * deleted.
 */
export function planDeletion(
  person: PersonId,
  grants: readonly Grant[],
  accounts: ReadonlySet<PersonId>,
): DeletionPlan {
  const deleted: MapId[] = [];
  const handedOver: { readonly map: MapId; readonly to: PersonId }[] = [];
  const left: MapId[] = [];
  for (const [map, all] of Map.groupBy(grants, (grant) => grant.map)) {
    const others = all.filter((grant) => grant.person !== person);
    const isOwner = all.some((grant) => grant.person === person && grant.role === 'own');
    if (!isOwner || others.some(({ role }) => role === 'own')) {
      left.push(map);
      continue;
    }
    const heirs = others.filter((grant) => isAtLeast(grant.role, 'edit') && accounts.has(grant.person));
    const [heir] = heirs.toSorted((a, b) => ends(a) - ends(b) || a.at - b.at || (a.person < b.person ? -1 : 1));
    if (heir === undefined) deleted.push(map);
    else handedOver.push({ map, to: heir.person });
  }
  return { deleted, handedOver, left };
}

function ends({ until }: Grant): number {
  return until === null ? 0 : 1;
}
