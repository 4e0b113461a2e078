import { type Clock, Failure } from '@bough/base';
import type { Log } from '@bough/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AuditAsked, AuditNotes } from '../../audit/audit-notes.ts';
import type { Bus } from '../../../bus/bus.ts';
import { GatewayFailure } from '../../../failure.ts';
import { type RateLimits, TooMany } from '../../../limits/rate-limits.ts';
import type { ProviderStore } from '../../../metadata/providers/provider-store.ts';
import { shortBody } from '../../../http/short-body.ts';
import type { LoggedOut, LogoutTokens } from './logout-token.ts';
import { providerSessionOf, subjectOf } from './provider.ts';
import { hashSecret } from '../../../secrets/secrets.ts';
import type { Entrance } from '../../sessions/entrance.ts';
import { clientAddress, networkOf } from '../../../http/client-address.ts';

// Where a provider says that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). It comes from the provider's server, so it
// has no cookie, no session and no token of ours, and stands before all of them: what counts is the provider's signature alone. It is answered
// as the standard says: 200 whether somebody was signed in or not, 400 for what is no good token, and nobody keeps the answer.

const PATH = '/sign-in/backchannel/:provider';
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;
const LONGEST_BODY = 16_384;

/** The door for logout tokens. */
export function backChannel(
  parts: {
    readonly logoutTokens: ReadonlyMap<string, LogoutTokens>;
    readonly limits: Pick<RateLimits, 'mustTake'>;
    readonly metadata: ProviderStore;
    readonly entrance: Pick<Entrance, 'ofProvider' | 'endRecorded'>;
    readonly bus: Pick<Bus, 'tryClaim'>;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Pick<Log, 'warn'>;
    readonly audit: Pick<AuditNotes, 'note'>;
  },
  settings: { readonly trustedProxies: number },
): RequestHandler {
  const router = Router();
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(PATH, async (req, res, next) => {
    const { provider } = req.params;
    const tokens = parts.logoutTokens.get(provider);
    if (tokens === undefined) {
      next();
      return;
    }
    res.setHeader('cache-control', 'no-store');
    const network = networkOf(clientAddress(req, settings.trustedProxies));
    parts.limits.mustTake('logouts by network address', network);
    const token = await tokenIn(req);
    if (token === null) {
      refuse(res, 'the body is a form with one logout_token');
      return;
    }
    try {
      await logOut(parts, await tokens.read(token), { person: null, network, request: req, provider });
    } catch (failure) {
      if (failure instanceof TooMany || !(failure instanceof Failure) || failure.kind !== 'invalid') throw failure;
      parts.log.warn('a logout token was refused', { error: failure });
      refuse(res, failure.message);
      return;
    }
    res.status(200).end();
  });
  return router;
}

async function logOut(
  parts: Parameters<typeof backChannel>[0],
  out: LoggedOut,
  asked: AuditAsked & { readonly provider: string },
): Promise<void> {
  const { issuer, sub, sid } = out;
  const person = sub === null ? null : await parts.metadata.personByProvider(subjectOf(issuer, sub));
  const session = sid === null ? null : providerSessionOf(issuer, sid);
  const isNobody = sub !== null && person === null;
  // Before it is used up: what cannot be looked for now can be sent again.
  const sessions = isNobody ? [] : await parts.entrance.ofProvider({ issuer: hashSecret(issuer), person, session });
  const forMs = Math.max(1, out.untilMs - parts.clock.now());
  const isFirst = await parts.bus.tryClaim(`logout:${hashSecret(`${issuer} ${out.id}`)}`, forMs);
  if (!isFirst) throw new GatewayFailure('bad-token', 'This logout token was used before.');
  await parts.entrance.endRecorded(sessions);
  for (const { person: whose, session: ended } of sessions) {
    const about = { by: 'provider', provider: asked.provider, session: ended };
    await parts.audit.note(asked, 'session-ended', { person: whose, about });
  }
}

/** The form's one token; null where it is another body. */
async function tokenIn(req: Request): Promise<string | null> {
  if (!FORM.test(req.headers['content-type'] ?? '')) return null;
  const all = new URLSearchParams(await shortBody(req, LONGEST_BODY)).getAll('logout_token');
  const [token = ''] = all;
  return all.length === 1 && token !== '' ? token : null;
}

function refuse(res: Response, how: string): void {
  res.status(400).json({ error: 'invalid_request', error_description: how });
}
