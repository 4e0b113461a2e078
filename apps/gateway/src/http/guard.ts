import { type MapId, parseMapId, type PersonId } from '@bough/base';
import { type Access, HEADERS, type MapRole } from '@bough/contracts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { decide } from '../access.ts';
import { GatewayFailure } from '../failure.ts';
import { isCsrfToken, isFromOwnPage } from '../session/csrf.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses every unsafe request that our own page did not send in this very session, whatever its path. */
export function refuseForged(parts: {
  readonly sessions: Sessions;
  readonly csrfKeys: readonly Uint8Array[];
  readonly origins: ReadonlySet<string>;
}): RequestHandler {
  return (req: Request, _res: Response, next: NextFunction) => {
    if (SAFE.has(req.method)) {
      next();
      return;
    }
    if (!isFromOwnPage(req.headers, parts.origins)) {
      const [home] = parts.origins;
      throw new GatewayFailure('cross-site', 'the request does not come from our own page', {
        hint: `Open Bough at ${home ?? 'its public address'} (BOUGH_PUBLIC_URL).`,
      });
    }
    const session = parts.sessions.of(req);
    if (session === null || !isCsrfToken(parts.csrfKeys, session, req.headers[HEADERS.csrf])) {
      throw new GatewayFailure('csrf', 'the request lacks the token of its session', {
        hint: 'Ask GET /api/session for it and send it again.',
      });
    }
    next();
  };
}

/** The asker's role on the map, when the route's table entry lets them in; throws otherwise. */
export async function mustBeAllowed(
  access: Access,
  params: unknown,
  session: Session | null,
  roleOf: (map: MapId, person: PersonId) => Promise<MapRole | null>,
): Promise<MapRole | null> {
  const person = session?.uid ?? null;
  const needsRole = access !== 'anybody' && access !== 'person' && access !== 'service';
  const map = needsRole ? mapOf(params) : null;
  const role = map === null || person === null ? null : await roleOf(map, person);
  const verdict = decide(access, { isPerson: person !== null, role });
  switch (verdict) {
    case 'allowed':
      return role;
    case 'unauthenticated':
      throw new GatewayFailure('unauthenticated', 'nobody is signed in');
    case 'absent':
      throw new GatewayFailure('absent', 'there is nothing here');
    case 'denied':
      throw new GatewayFailure('denied', `this needs the role "${access}" on the map`);
  }
}

function mapOf(params: unknown): MapId | null {
  return typeof params === 'object' && params !== null && 'map' in params ? parseMapId(params.map) : null;
}
