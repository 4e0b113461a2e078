import type { Caller } from '@bough/service';
import { DAY_MS, HOUR_MS, repeating } from '../../repeating.ts';
import { type GroupPorts, groupsFeature } from '../groups/feature.ts';
import type { SessionParts } from '../sessions/session-facts.ts';
import { folderSharingRoutes } from './folder-sharing-routes.ts';
import { AskMails, type AskMailParts } from './ask-mails.ts';
import { askRoutes } from './ask-routes.ts';
import { givingRoutes } from './giving-routes.ts';
import { Invitations } from './invitations.ts';
import { joinRoutes, linkRoutes } from './link-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import type { SharingParts } from './sharing-parts.ts';
import { invitationRoutes, sharingRoutes } from './sharing-routes.ts';
import { transferRoutes } from './transfer-routes.ts';

interface Ports extends Omit<SharingParts, 'invitations' | 'notices'>, SessionParts, AskMailParts {
  readonly limits: SharingParts['limits'];
  readonly mailer: Pick<Caller, 'call'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly onTrouble: (error: unknown) => void;
}

export type SharingPorts = Ports & GroupPorts;

/** A link that has ended closes open sockets within this. */
const LINKS_MS = 1_000;

/** What was asked is mailed within this. */
const MAILS_MS = 3_000;
/** So long nobody asks the same again. */
const ASKED_MS = 30 * DAY_MS;

/** Who else may open a map or a folder: members, groups, invitations by mail, and share links. */
export function sharingFeature(ports: SharingPorts, settings: { readonly publicUrl: string }) {
  const { metadata, clock } = ports;
  const invitations = new Invitations(ports, settings);
  const askMails = new AskMails(ports, settings);
  const groups = groupsFeature(ports, settings);
  const parts = { ...ports, notices: groups.notices, invitations, askMails };
  return {
    routes: {
      ...groups.routes,
      ...sharingRoutes(parts),
      ...memberRoutes(parts),
      ...givingRoutes(parts),
      ...transferRoutes(parts),
      ...peopleRoutes(parts),
      ...folderSharingRoutes(parts),
      ...invitationRoutes(parts),
      ...askRoutes(parts),
      ...linkRoutes(parts),
      ...joinRoutes(parts),
    },
    components: [
      ...groups.components,
      repeating('ended links', ports, LINKS_MS, () => endLinks(ports)),
      repeating('mails about what was asked', ports, MAILS_MS, () => askMails.sendWaiting()),
      repeating('old requests', ports, HOUR_MS, () => metadata.pruneAsks(clock.now() - ASKED_MS)),
      repeating('old invitations', ports, HOUR_MS, () => metadata.pruneInvitations(clock.now())),
    ],
  };
}

/** Takes back what links gave that have ended. Who asks anew is refused by the clock; this closes open sockets. */
async function endLinks({ metadata, clock, tellAccess }: Ports): Promise<void> {
  for (const { id, map } of await metadata.linksEnded(clock.now())) {
    const lost = await metadata.revokeLink(map, id);
    if (lost !== null) tellAccess(map, lost);
  }
}
