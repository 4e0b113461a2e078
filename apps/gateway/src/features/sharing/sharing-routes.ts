import { parseMapId } from '@bough/base';
import type { Sharing } from '@bough/contracts';
import { GatewayFailure } from '../../failure.ts';
import { grantsAt } from '../../access/map-access.ts';
import { invitationFacts } from './invitations.ts';
import { endedOn, membersOf, reasonsOf, shownTo } from '../../access/members.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import { linkFacts } from './link-routes.ts';
import type { SharingParts } from './sharing-parts.ts';

type Names = 'sharing' | 'inviteToMap' | 'withdrawInvitation' | 'setPublic';

/** Who else may open a map. */
export function sharingRoutes(parts: SharingParts): Pick<Handlers, Names> {
  const { metadata, clock } = parts;
  return {
    sharing: async ({ params: { map }, person }): Promise<Sharing> => {
      const [record, grants, gifts, invitations, links] = await Promise.all([
        metadata.map(map),
        metadata.grantsOnMaps([map]),
        parts.folders.peopleOn(map),
        metadata.invitationsTo(map),
        metadata.linksOf(map),
      ]);
      const page = record?.page ?? 'none';
      const [now, asker] = [clock.now(), mustBePerson(person)];
      const reasons = [...reasonsOf(grantsAt(grants, now)), ...gifts];
      return {
        members: shownTo(asker, await membersOf(metadata, reasons), reasons),
        ended: shownTo(asker, await endedOn(metadata, grants, reasons, now), reasonsOf(grants)),
        invitations: invitations.map(invitationFacts),
        links: links.map((link) => linkFacts(parts, link)),
        isPublic: page !== 'none',
        mayPublicCopy: page === 'copy',
      };
    },
    inviteToMap: async ({ params, body, person, context }) => {
      const record = await metadata.map(params.map);
      const to = { kind: 'map', target: params.map, title: record?.title ?? '' } as const;
      return await parts.invitations.invite(to, body, mustBePerson(person), context);
    },
    withdrawInvitation: async ({ params }) => {
      await mustWithdraw(parts, params.map, params.invitation);
      return undefined;
    },
    setPublic: async ({ params, body }) => {
      await metadata.setPage(params.map, body.isPublic ? (body.mayCopy ? 'copy' : 'look') : 'none');
      parts.tellAccess(params.map, null);
      return undefined;
    },
  };
}

/** What somebody is invited to, and taking it up. */
export function invitationRoutes(parts: SharingParts): Pick<Handlers, 'waitingInvitations' | 'acceptInvitation'> {
  return {
    waitingInvitations: async ({ person }) => ({
      invitations: await parts.invitations.waitingFor(mustBePerson(person)),
    }),
    acceptInvitation: async ({ params, person }) => {
      const by = mustBePerson(person);
      const accepted = await parts.invitations.accept(by, params.invitation);
      if (accepted === null) throw new GatewayFailure('absent', 'This invitation does not exist.');
      const map = accepted.kind === 'map' ? parseMapId(accepted.target) : null;
      parts.tellAccess(map, [by]);
      return { map, folder: map === null ? accepted.target : null };
    },
  };
}

/** Removes an invitation; throws 'absent' when there is none. */
export async function mustWithdraw(parts: Pick<SharingParts, 'metadata'>, target: string, id: string): Promise<void> {
  const invitations = await parts.metadata.invitationsTo(target);
  const isThere = invitations.some((each) => each.id === id) && (await parts.metadata.removeInvitation(target, id));
  if (!isThere) throw new GatewayFailure('absent', 'This invitation does not exist.');
}
