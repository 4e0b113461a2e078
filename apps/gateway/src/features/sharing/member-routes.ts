import type { MapId, PersonId } from '@bough/base';
import { isMember } from '../../access/members.ts';
import { GatewayFailure } from '../../failure.ts';
import type { Handlers } from '../../http/handlers.ts';
import { isAtLeast } from '../../metadata/roles.ts';
import type { SharingParts } from './sharing-parts.ts';
import { endTransfer } from './transfer-routes.ts';

type Names = 'setMember' | 'removeMember';

/** What owners do with those who have a role on the map. */
export function memberRoutes(
  parts: Pick<SharingParts, 'metadata' | 'owners' | 'groups' | 'tellAccess'>,
): Pick<Handlers, Names> {
  const { metadata, owners, groups } = parts;
  /** Whether owners see that the person is here, or was: of others who are in a group they must not learn it. */
  const isKnown = async (map: MapId, person: PersonId): Promise<boolean> =>
    (await isMember(metadata, map, person)) ||
    ((await groups.knownOn([map])).get(map) ?? []).some((reason) => reason.person === person);
  /** What somebody who may not invite any more has sent, and nobody accepted yet; and what their groups were given. */
  const withdrawOf = async (map: MapId, person: PersonId): Promise<void> => {
    const sent = (await metadata.invitationsTo(map)).filter(({ by }) => by === person);
    for (const { id } of sent) await metadata.removeInvitation(map, id);
    const given = (await metadata.groupsOn([map])).filter(({ owner }) => owner === person);
    for (const { group } of given) await metadata.removeGroupGrant(group, map);
  };
  return {
    setMember: async ({ params: { map, person }, body }) => {
      if (!(await isKnown(map, person))) throw new GatewayFailure('absent', 'This person has no role on the map.');
      await owners.set(map, person, body.role, body.until);
      if (!isAtLeast(body.role, 'edit') || body.until != null) await withdrawOf(map, person);
      parts.tellAccess(map, [person]);
      // By this person's groups others may be here, who lose what it gave them.
      parts.tellAccess(map, null);
      return undefined;
    },
    removeMember: async ({ params: { map, person } }) => {
      if (await isKnown(map, person)) {
        const group = (await groups.groupOf(map, [person])).get(person);
        await owners.shutOut(map, person, group?.role ?? null);
      }
      await withdrawOf(map, person);
      await endTransfer(metadata, map, person);
      parts.tellAccess(map, [person]);
      parts.tellAccess(map, null);
      return undefined;
    },
  };
}
