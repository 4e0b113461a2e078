import type { Clock } from '@bough/base';
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
}): Pick<Handlers, 'socketTicket'> {
  const { metadata, clock } = parts;
  return {
    socketTicket: async ({ params, session }) => {
      const by = personOf(session);
      if (session === null) throw new GatewayFailure('unauthenticated', 'You are not signed in.');
      const [entry] = await metadata.entries([params.map], by);
      const now = clock.now();
      if (now - (entry?.openedAt ?? 0) > OPENED_MS) await metadata.setOpened(params.map, by, now);
      return { ticket: parts.tickets.issue({ session, ...params }), expiresInMs: TICKET_MS };
    },
  };
}
