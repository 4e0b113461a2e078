import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { GatewayFailure } from '../../failure.ts';
import type { Handlers } from '../../http/handlers.ts';
import { isAtLeast, strongest } from '../../metadata/roles.ts';
import type { SharingParts } from './sharing-parts.ts';
import { endTransfer } from './transfer-routes.ts';

type Names = 'setMember' | 'removeMember';

/** What owners do with those who have a role on the map. */
export function memberRoutes(
  parts: Pick<SharingParts, 'metadata' | 'owners' | 'groups' | 'tellAccess'>,
): Pick<Handlers, Names> {
  const { metadata, owners, groups } = parts;
  /** What owners see that the person may do, or might; null: they are not here. Of others who are in a group they must not learn it. */
  const knownRole = async (map: MapId, person: PersonId): Promise<MapRole | null> => {
    const [grants, byGroup] = await Promise.all([metadata.grantsOn(map, person), groups.knownGroupOf(map, [person])]);
    const group = byGroup.get(person);
    return strongest([...grants.map(({ role }) => role), ...(group === undefined ? [] : [group.role])]);
  };
  /** What somebody who may not invite any more has sent, and nobody accepted yet; and what their groups were given. */
  const withdrawOf = async (map: MapId, person: PersonId): Promise<void> => {
    const sent = (await metadata.invitationsTo(map)).filter(({ by }) => by === person);
    for (const { id } of sent) await metadata.removeInvitation(map, id);
    const given = (await metadata.groupsOn([map])).filter(({ owner }) => owner === person);
    for (const { group } of given) await metadata.removeGroupGrant(group, map);
  };
  return {
    setMember: async ({ params: { map, person }, body }) => {
      if ((await knownRole(map, person)) === null)
        throw new GatewayFailure('absent', 'This person has no role on the map.');
      await owners.set(map, person, body.role, body.until);
      if (!isAtLeast(body.role, 'edit') || body.until != null) await withdrawOf(map, person);
      parts.tellAccess(map, [person]);
      // By this person's groups others may be here, who lose what it gave them.
      parts.tellAccess(map, null);
      return undefined;
    },
    removeMember: async ({ params: { map, person } }) => {
      const [role, given] = await Promise.all([knownRole(map, person), groups.groupsOn(map)]);
      // Where there are groups, none is to let this person in: whether they are in one or not, so that it tells nothing.
      const hasGroups = given.some(({ owner }) => owner !== person);
      if (role === null || !hasGroups) await owners.takeBack(map, person);
      else await owners.shutOut(map, person, role === 'own' ? 'edit' : role);
      await withdrawOf(map, person);
      await endTransfer(metadata, map, person);
      parts.tellAccess(map, [person]);
      parts.tellAccess(map, null);
      return undefined;
    },
  };
}
