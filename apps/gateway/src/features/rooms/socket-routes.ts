import type { Clock } from '@bough/base';
import type { GroupAccess } from '../../access/group-access.ts';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, personOf } from '../../http/handlers.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { TICKET_MS, type Tickets } from './ticket.ts';

/** An open map moves to the top of the list at most this often. */
const OPENED_MS = 10 * 60_000;

/** What a page asks for before it opens a socket. */
export function socketRoutes(parts: {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly tickets: Tickets;
  readonly groups: Pick<GroupAccess, 'entryOf'>;
}): Pick<Handlers, 'socketTicket'> {
  const { metadata, clock, groups } = parts;
  return {
    socketTicket: async ({ params, session }) => {
      const by = personOf(session);
      if (session === null) throw new GatewayFailure('unauthenticated', 'You are not signed in.');
      const [entry] = await metadata.entries([params.map], by);
      const now = clock.now();
      const cameBy = entry === undefined ? null : await groups.entryOf(entry, by);
      if (cameBy !== null || now - (entry?.openedAt ?? 0) > OPENED_MS) {
        await metadata.setOpened(params.map, by, now, cameBy);
      }
      return { ticket: parts.tickets.issue({ session, ...params }), expiresInMs: TICKET_MS };
    },
  };
}
