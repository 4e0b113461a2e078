import type { PersonId } from '@bough/base';
import { GatewayFailure } from '../../failure.ts';
import { membersOf, shownTo } from '../../access/members.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import { invitationFacts } from './invitations.ts';
import type { SharingParts } from './sharing-parts.ts';
import { mustWithdraw } from './sharing-routes.ts';

type Names =
  | 'folderSharing'
  | 'inviteToFolder'
  | 'withdrawFolderInvitation'
  | 'setFolderMember'
  | 'removeFolderMember'
  | 'leaveFolder';

/** With whom folders are shared. */
export function folderSharingRoutes(parts: SharingParts): Pick<Handlers, Names> {
  const { metadata, clock } = parts;
  const takeBack = async (folder: string, person: PersonId): Promise<undefined> => {
    await metadata.removeFolderGrant(folder, person);
    parts.tellAccess(null, [person]);
    // By this person's groups others may be in the maps, who lose what it gave them.
    parts.tellAccess(null, null);
    return undefined;
  };
  const withdrawFor = async (folder: string, person: PersonId): Promise<void> => {
    const email = (await metadata.person(person))?.email?.toLowerCase();
    const waiting = (await metadata.invitationsTo(folder)).filter((each) => each.email === email);
    for (const { id } of waiting) await metadata.removeInvitation(folder, id);
  };
  return {
    folderSharing: async ({ params, person: asker }) => {
      const grants = await metadata.folderGrantsIn([params.folder]);
      const why = { by: 'folder', group: null, isInvited: true, until: null } as const;
      const reasons = grants.map(({ person, role }) => ({ person, role, ...why }));
      const invitations = await metadata.invitationsTo(params.folder);
      return {
        members: shownTo(mustBePerson(asker), await membersOf(metadata, reasons), reasons),
        invitations: invitations.map(invitationFacts),
      };
    },
    inviteToFolder: async ({ params, body, person, context }) => {
      const folder = await metadata.folder(params.folder);
      const to = { kind: 'folder', target: params.folder, title: folder?.name ?? '' } as const;
      return await parts.invitations.invite(to, body, mustBePerson(person), context);
    },
    withdrawFolderInvitation: async ({ params }) => {
      await mustWithdraw(parts, params.folder, params.invitation);
      return undefined;
    },
    setFolderMember: async ({ params, body }) => {
      const { folder, person } = params;
      const known = (await metadata.folderGrantsIn([folder])).find((grant) => grant.person === person);
      if (known === undefined) throw new GatewayFailure('absent', 'The folder is not shared with this person.');
      await metadata.addFolderGrant({ folder, person, role: body.role, at: clock.now() });
      parts.tellAccess(null, [person]);
      parts.tellAccess(null, null);
      return undefined;
    },
    removeFolderMember: async ({ params: { folder, person } }) => {
      // Before: what waited for them is not taken up between.
      await withdrawFor(folder, person);
      return await takeBack(folder, person);
    },
    leaveFolder: async ({ params, person }) => await takeBack(params.folder, mustBePerson(person)),
  };
}
