import type { Handlers } from '../../../http/handlers.ts';
import { hereOf } from '../../sessions/session-facts.ts';
import { mayMail } from '../browsers/mail-limits.ts';
import { comeIn, type ComingInParts } from '../coming-in.ts';

/** Signing in by a mailed link. */
export function mailRoutes(parts: ComingInParts): Pick<Handlers, 'requestSignIn' | 'confirmSignIn'> {
  const { entrance, people, mailed, limits } = parts;
  return {
    requestSignIn: async ({ request, body, session, context, network }) => {
      parts.registration.mustTakeWay('mail');
      const isSent = await mayMail(parts, { request, email: body.email, network });
      if (session !== null && isSent) await mailed.send({ kind: 'sign-in' }, body.email, session, context);
      return undefined;
    },
    confirmSignIn: async ({ request, context, body, session, network }) => {
      parts.registration.mustTakeWay('mail');
      await limits.mustTakeEverywhere('confirm by network address', network);
      const [before, came] = [hereOf(parts, request, session), entrance.arrival()];
      const email = await mailed.use({ kind: 'sign-in' }, body.secret, before);
      const known = await people.byAddress(email);
      const person = known ?? (await people.personOf(email, before.uid));
      const epoch = entrance.epochSince(person.id, came);
      return await comeIn(parts, person, { request, context, by: 'mail', epoch, before, isNew: known === null });
    },
  };
}
