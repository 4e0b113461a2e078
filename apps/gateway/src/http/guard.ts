import { isLongId, parseMapId, type PersonId } from '@bough/base';
import type { Access } from '@bough/contracts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type Asker, decide, NO_ROLE } from '../access/decide.ts';
import { GatewayFailure } from '../failure.ts';
import type { Doorkeeper } from '../access/build-access.ts';
import { csrfTokenIn, isCsrfToken, isFromOwnPage } from './csrf.ts';
import type { SessionReader } from './session.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses every unsafe request that our own page did not send in this very session, whatever its path. */
export function refuseForged(parts: {
  readonly sessions: SessionReader;
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
      throw new GatewayFailure('cross-site', 'The request comes from another website.', {
        hint: `Open Bough at ${home ?? 'its public address'} (BOUGH_PUBLIC_URL).`,
      });
    }
    const session = parts.sessions.of(req);
    if (session === null || !isCsrfToken(parts.csrfKeys, session, csrfTokenIn(req.headers, session))) {
      throw new GatewayFailure('csrf', 'The CSRF token of the session is missing or wrong.');
    }
    next();
  };
}

/** What the asker may do, when the route's table entry lets them in; throws otherwise. */
export async function mustBeAllowed(
  access: Access,
  params: unknown,
  person: PersonId | null,
  keeper: Doorkeeper,
): Promise<Asker> {
  const asker = await askerOf(access, params, person, keeper);
  switch (decide(access, asker)) {
    case 'allowed':
      // Whatever the route gives of a map: as it was at an earlier number it is its past.
      if (named(params, 'at') === null || asker.mayReadPast) return asker;
      throw new GatewayFailure('denied', NEEDS.past);
    case 'unauthenticated':
      throw new GatewayFailure('unauthenticated', 'You are not signed in.');
    case 'absent':
      throw new GatewayFailure('absent', 'There is nothing here, or you do not have access to it.');
    case 'denied':
      throw new GatewayFailure('denied', NEEDS[access]);
  }
}

const NEEDS: Readonly<Record<Access, string>> = {
  service: 'Only services of Bough can call this.',
  anybody: 'Anyone can call this.',
  person: 'You need to sign in for this.',
  read: 'You need a role on the map.',
  copy: 'The owner of this map does not allow copying or downloading it.',
  past: 'You need the role "edit" on the map, or a share link that includes its history.',
  view: 'You need the role "view" on the map.',
  comment: 'You need the role "comment" on the map.',
  edit: 'You need the role "edit" on the map.',
  own: 'You need the role "own" on the map.',
  trashed: 'You need the role "own" on this map, because it is in the trash.',
  seen: 'You need a role on the map, and "own" if it is in the trash.',
  'folder view': 'You need the role "view" in the folder.',
  'folder edit': 'You need the role "edit" in the folder.',
  'folder own': 'this is for the owner of the folder',
};

async function askerOf(access: Access, params: unknown, person: PersonId | null, keeper: Doorkeeper): Promise<Asker> {
  const nobody = { isPerson: person !== null, ...NO_ROLE };
  switch (access) {
    case 'service':
    case 'anybody':
    case 'person':
      return nobody;
    case 'folder view':
    case 'folder edit':
    case 'folder own': {
      const folder = named(params, 'folder');
      if (person === null || !isLongId(folder)) return nobody;
      return { ...nobody, inFolder: await keeper.roleInFolder(folder, person) };
    }
    case 'read':
    case 'copy':
    case 'past':
    case 'view':
    case 'comment':
    case 'edit':
    case 'own':
    case 'trashed':
    case 'seen': {
      const map = parseMapId(named(params, 'map'));
      return map === null ? nobody : { ...nobody, ...(await keeper.rightsOn(map, person)) };
    }
  }
}

function named(params: unknown, name: string): unknown {
  if (typeof params !== 'object' || params === null) return null;
  return Object.hasOwn(params, name) ? Reflect.get(params, name) : null;
}
