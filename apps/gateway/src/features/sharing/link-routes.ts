import { parseMapId } from '@bough/base';
import type { ShareLink } from '@bough/contracts';
import { isSetByOwner } from '../../access/map-access.ts';
import { GatewayFailure } from '../../failure.ts';
import { grantAt } from '../../metadata/grants/grant-store.ts';
import type { LinkRecord } from '../../metadata/links/link-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import type { Session } from '../../http/session.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import { differ } from './guest-names.ts';
import { secretAgain, secretOf } from './link-secrets.ts';
import type { SharingParts } from './sharing-parts.ts';
import { facts as sessionFacts, hereOf, type SessionParts } from '../sessions/session-facts.ts';
import { beginGuest } from '../sessions/session-routes.ts';

type LinkNames = 'listShareLinks' | 'makeShareLink' | 'revokeShareLink';

const MAP_LINKS_MOST = 1_000;

/** Share links of a map. */
export function linkRoutes(parts: SharingParts): Pick<Handlers, LinkNames> {
  const { metadata, clock } = parts;
  return {
    listShareLinks: async ({ params }) => ({
      links: (await metadata.linksOf(params.map)).map((link) => linkFacts(parts, link)),
    }),
    makeShareLink: async ({ params, body, person }) => {
      parts.limits.mustTake('links by person', mustBePerson(person));
      if ((await metadata.linksOf(params.map)).length >= MAP_LINKS_MOST) {
        throw new GatewayFailure('malformed', `A map can have at most ${MAP_LINKS_MOST} links.`, {
          hint: 'Revoke one first.',
        });
      }
      const { role, needsSignIn = false, mayCopy = true, mayReadPast = false, expiresAt = null } = body;
      if (expiresAt !== null && expiresAt <= clock.now()) {
        throw new GatewayFailure('malformed', 'The expiry of a link must be in the future.');
      }
      const id = parts.ids.long();
      const link = {
        id,
        map: params.map,
        role,
        needsSignIn,
        mayCopy,
        mayReadPast,
        expiresAt,
        createdAt: clock.now(),
      };
      const record = { ...link, hash: hashSecret(secretOf(parts.keys.shareLinks, id)) };
      await metadata.addLink(record);
      return linkFacts(parts, record);
    },
    revokeShareLink: async ({ params }) => {
      const lost = parseMapId(params.link) === null ? null : await metadata.revokeLink(params.map, params.link);
      if (lost === null) throw new GatewayFailure('absent', 'This link does not exist.');
      parts.tellAccess(params.map, lost);
      return undefined;
    },
  };
}

/** Coming by a link, or by the mail of an invitation. */
export function joinRoutes(parts: SharingParts & SessionParts): Pick<Handlers, 'joinMap'> {
  const { metadata } = parts;
  return {
    joinMap: async ({ request, body, session, network }) => {
      await parts.limits.mustTakeEverywhere('join by network address', network);
      const known = session?.uid == null ? null : await metadata.person(session.uid);
      const link = await metadata.linkByHash(hashSecret(body.secret));
      if (link === null || (link.expiresAt !== null && link.expiresAt <= parts.clock.now())) {
        const invitation = await parts.invitations.join(body.secret, known);
        if (invitation === null || known === null) throw new GatewayFailure('absent', 'This link no longer works.');
        const now = sessionFacts(parts, hereOf(parts, request, session), known);
        const map = invitation.kind === 'map' ? parseMapId(invitation.target) : null;
        if (map !== null) {
          parts.tellAccess(map, [known.id]);
          return { session: now, map: await parts.lists.one(map, known.id), folder: null };
        }
        parts.tellAccess(null, [known.id]);
        const folder = await metadata.folder(invitation.target);
        return { session: now, map: null, folder: folder === null ? null : { id: folder.id, name: folder.name } };
      }
      if (link.needsSignIn && (known === null || known.email === null)) {
        throw new GatewayFailure('sign-in-needed', 'This link is only for people who are signed in.', {
          hint: 'Sign in, then open the link again.',
        });
      }
      const here = session !== null && known !== null ? { session, person: known } : null;
      const { session: now, person: came } = here ?? (await beginGuest(parts, request, network, null));
      const person = await comeBy(parts, link, came);
      return { session: factsOf(parts, now, person), map: await parts.lists.one(link.map, person.id), folder: null };
    },
  };
}

/** Answers who came: a guest may have another name now. */
async function comeBy(parts: SharingParts, link: LinkRecord, person: Person): Promise<Person> {
  const { metadata, clock } = parts;
  const { map, role, mayCopy, mayReadPast } = link;
  const set = (await metadata.grantsOn(map, person.id)).find(isSetByOwner);
  if (set !== undefined) {
    if (grantAt(set, clock.now()) !== null) return person;
    throw new GatewayFailure('denied', 'Your access to this map has ended.', { hint: 'Ask an owner for it.' });
  }
  const lets = { mayCopy, mayReadPast, until: link.expiresAt };
  const given = { map, person: person.id, role, link: link.id, at: clock.now(), ...lets };
  await metadata.addGrant(given);
  // Revoked while it was being used: what was just given is taken back.
  const isGone = (await metadata.linkByHash(link.hash)) === null;
  if (isGone) await metadata.revokeGrants(map, link.id);
  const named = isGone ? person : await differ(parts, map, person);
  parts.tellAccess(map, [person.id]);
  if (isGone) throw new GatewayFailure('absent', 'This link no longer works.');
  return named;
}

function factsOf(parts: SessionParts, session: Session, person: Person): ReturnType<typeof sessionFacts> {
  return sessionFacts(parts, session, person);
}

/** The link as its map's owner sees it. */
export function linkFacts({ keys }: Pick<SharingParts, 'keys'>, { map: _map, hash, ...said }: LinkRecord): ShareLink {
  return { ...said, secret: secretAgain(keys.shareLinks, { id: said.id, hash }) };
}
