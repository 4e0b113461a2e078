import { type Clock, type Ids, type MapId, parseMapId, type PersonId, type Random } from '@bough/base';
import { docstoreRoutes, type MapFacts } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { Documents } from '../rooms/documents.ts';
import { GatewayFailure } from '../failure.ts';
import { firstOps } from '../maps/first-ops.ts';
import type { MapListing } from '../metadata/maps/map-store.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Session } from '../session/session.ts';
import type { Tickets } from '../session/ticket.ts';
import { TICKET_MS } from '../session/ticket.ts';
import { facts as sessionFacts, beginGuest, type SessionParts } from './session-routes.ts';
import type { Handlers } from './handlers.ts';
import { hashSecret, newSecret } from '../people/secrets.ts';

export interface MapParts extends SessionParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly metadata: Metadata;
  readonly docstore: Pick<Caller, 'call'>;
  readonly documents: Documents;
  readonly tickets: Tickets;
  /** Tells every gateway that these people's roles on the map are to be looked at again. */
  readonly tellAccess: (map: MapId, people: readonly PersonId[]) => void;
}
type MapNames = 'listMaps' | 'createMap' | 'mapFacts' | 'renameMap' | 'socketTicket';
type LinkNames = 'listShareLinks' | 'makeShareLink' | 'revokeShareLink' | 'joinMap';

/** An open map moves to the top of the list at most this often. */
const OPENED_MS = 10 * 60_000;
const MAP_LINKS_MOST = 1_000;
const OPEN_LINK = { needsSignIn: false, mayCopy: true, expiresAt: null } as const;

/** A person's maps. */
export function mapRoutes(parts: MapParts): Pick<Handlers, MapNames> {
  const { metadata, clock } = parts;
  return {
    listMaps: async ({ session }) => ({
      maps: (await metadata.mapsOf(personOf(session))).map(mapFacts),
      next: null,
    }),
    createMap: async ({ body, session, context }) => {
      const by = personOf(session);
      parts.limits.mustTake('maps by person', by);
      const map = newMapId(parts.ids);
      const ops = firstOps(body.title, parts);
      await parts.docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by, ops } }, context);
      const record = { id: map, title: body.title, createdAt: clock.now() };
      await metadata.addMap(record, by);
      return mapFacts({ ...record, role: 'own', openedAt: record.createdAt });
    },
    mapFacts: async ({ params, session }) => await mustList(metadata, params.map, personOf(session)),
    renameMap: async ({ params, body, session, context }) => {
      const by = personOf(session);
      await parts.documents.rename(params.map, by, body.title, context);
      await metadata.setTitle(params.map, body.title);
      return await mustList(metadata, params.map, by);
    },
    socketTicket: async ({ params, session }) => {
      const by = personOf(session);
      if (session === null) throw new GatewayFailure('unauthenticated', 'nobody is signed in');
      const listing = await metadata.listing(params.map, by);
      const now = clock.now();
      if (listing !== null && now - listing.openedAt > OPENED_MS) await metadata.setOpened(params.map, by, now);
      return { ticket: parts.tickets.issue(session, params.map), expiresInMs: TICKET_MS };
    },
  };
}

/** Share links of a map, and joining by one. */
export function linkRoutes(parts: MapParts): Pick<Handlers, LinkNames> {
  const { metadata, clock } = parts;
  return {
    listShareLinks: async ({ params }) => {
      const links = await metadata.linksOf(params.map);
      return { links: links.map(({ id, role, createdAt }) => ({ ...OPEN_LINK, id, role, createdAt, secret: null })) };
    },
    makeShareLink: async ({ params, body, session }) => {
      parts.limits.mustTake('links by person', personOf(session));
      if ((await metadata.linksOf(params.map)).length >= MAP_LINKS_MOST) {
        throw new GatewayFailure('malformed', `a map has at most ${MAP_LINKS_MOST} links`);
      }
      if (body.role === 'comment') throw new GatewayFailure('malformed', 'not yet');
      const secret = newSecret(parts.random);
      const link = { id: parts.ids.long(), map: params.map, role: body.role, createdAt: clock.now() };
      await metadata.addLink({ ...link, hash: hashSecret(secret) });
      return { ...OPEN_LINK, id: link.id, role: link.role, createdAt: link.createdAt, secret };
    },
    revokeShareLink: async ({ params }) => {
      const lost = parseMapId(params.link) === null ? null : await metadata.revokeLink(params.map, params.link);
      if (lost === null) throw new GatewayFailure('absent', 'there is no such link');
      parts.tellAccess(params.map, lost);
      return undefined;
    },
    joinMap: async ({ request, body, session, network }) => {
      parts.limits.mustTake('join by network address', network);
      const link = await metadata.linkByHash(hashSecret(body.secret));
      if (link === null) throw new GatewayFailure('absent', 'the link is not valid any more');
      const known = session?.uid == null ? null : await parts.people.person(session.uid);
      const here = session !== null && known !== null ? { session, person: known } : null;
      const { session: now, person } = here ?? (await beginGuest(parts, request, network, null));
      const grant = { map: link.map, person: person.id, role: link.role, link: link.id, at: clock.now() };
      await metadata.addGrant(grant);
      // Revoked while it was being used: what was just given is taken back.
      if ((await metadata.linkByHash(hashSecret(body.secret))) === null) {
        await metadata.revokeGrants(link.map, link.id);
        parts.tellAccess(link.map, [person.id]);
        throw new GatewayFailure('absent', 'the link is not valid any more');
      }
      parts.tellAccess(link.map, [person.id]);
      const map = await mustList(metadata, link.map, person.id);
      return { session: sessionFacts(parts, now, person), map, folder: null };
    },
  };
}

function mapFacts(listing: MapListing): MapFacts {
  const { id, title, role, createdAt, openedAt } = listing;
  return {
    id,
    title,
    role,
    createdAt,
    openedAt,
    mayCopy: true,
    changedAt: createdAt,
    changedBy: null,
    owner: null,
    isShared: false,
    isPublic: false,
    isStarred: false,
    folder: null,
    tags: [],
    trashedAt: null,
  };
}

async function mustList(metadata: Metadata, map: MapId, person: PersonId): Promise<MapFacts> {
  const listing = await metadata.listing(map, person);
  if (listing === null) throw new GatewayFailure('absent', 'there is no such map');
  return mapFacts(listing);
}

/** The person of a request that the table let in only with one. */
export function personOf(session: Session | null): PersonId {
  if (session === null || session.uid === null) throw new GatewayFailure('unauthenticated', 'nobody is signed in');
  return session.uid;
}

function newMapId(ids: Ids): MapId {
  const id = parseMapId(ids.long());
  if (id === null) throw new Error('a bug in Bough: long ids are map ids');
  return id;
}
