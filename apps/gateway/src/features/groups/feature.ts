import { repeating } from '../../repeating.ts';
import { GroupNotices, type GroupNoticeParts } from './group-notices.ts';
import { type GroupParts, groupRoutes } from './group-routes.ts';

export type GroupPorts = Omit<GroupParts, 'notices'> & GroupNoticeParts;

/** Who waits to be told of maps is told within this of their turn. */
const MAILS_MS = 5_000;

/** Groups of people, as a part of sharing: their owners' lists of addresses, and what is mailed to those. What they may do with maps stands in features/sharing. */
export function groupsFeature(ports: GroupPorts, settings: { readonly publicUrl: string }) {
  const notices = new GroupNotices(ports, settings);
  return {
    notices,
    routes: groupRoutes({ ...ports, notices }),
    components: [repeating('mails to people of groups', ports, MAILS_MS, () => notices.sendWaiting())],
  };
}
