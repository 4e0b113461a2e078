import type { MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import type { SharingParts } from './sharing-parts.ts';
import { mustNotBeLost } from './transfer-routes.ts';

type Names = 'setMember' | 'removeMember';

/** What owners do with those who have a role on the map. */
export function memberRoutes(
  parts: Pick<SharingParts, 'metadata' | 'owners' | 'groups' | 'tellAccess'>,
): Pick<Handlers, Names> {
  const { metadata, owners, groups } = parts;
  /**
   * What a group gives who is known to be in it, of a person of whom owners see that they are here, or were; null: of others, in a group or
   * not, they must learn nothing.
   */
  const tryKnow = async (map: MapId, person: PersonId): Promise<{ readonly byGroup: LinkRole | null } | null> => {
    const [grants, byGroup] = await Promise.all([metadata.grantsOn(map, person), groups.knownGroupOf(map, [person])]);
    const group = byGroup.get(person);
    return grants.length === 0 && group === undefined ? null : { byGroup: group?.role ?? null };
  };
  /** What somebody who may not invite any more has sent, and nobody accepted yet; and what their groups were given. */
  const withdrawOf = async (map: MapId, person: PersonId): Promise<void> => {
    const sent = (await metadata.invitationsTo(map)).filter(({ by }) => by === person);
    for (const { id } of sent) await metadata.removeInvitation(map, id);
    const given = (await metadata.groupsOn([map])).filter(({ owner }) => owner === person);
    for (const { group } of given) await metadata.removeGroupGrant(group, map);
  };
  return {
    setMember: async ({ params: { map, person }, body, person: asker }) => {
      if ((await tryKnow(map, person)) === null)
        throw new GatewayFailure('absent', 'This person has no role on the map.');
      if (body.role === 'own') await mustNotBeLost(metadata, mustBePerson(asker), person);
      await owners.set(map, person, body.role, body.until);
      if (!isAtLeast(body.role, 'edit') || body.until != null) await withdrawOf(map, person);
      parts.tellAccess(map, [person]);
      // By this person's groups others may be here, who lose what it gave them.
      parts.tellAccess(map, null);
      return undefined;
    },
    removeMember: async ({ params: { map, person } }) => {
      const known = await tryKnow(map, person);
      if (known !== null) await owners.shutOut(map, person, known.byGroup);
      await withdrawOf(map, person);
      parts.tellAccess(map, [person]);
      parts.tellAccess(map, null);
      return undefined;
    },
  };
}
