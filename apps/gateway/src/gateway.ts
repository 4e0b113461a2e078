import type { RequestListener, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, type Ids, parseMapId, type Random } from '@bough/base';
import type { Request } from 'express';
import type { MapHead } from './features/page/map-head.ts';
import { noMoreMail } from './features/page/no-more-mail.ts';
import { policyReports, type ReportCounts } from './features/page/policy-reports.ts';
import { securityContact } from './features/page/security-contact.ts';
import {
  type Caller,
  type Component,
  type ContextFacts,
  type Fleet,
  type Log,
  OneLineEach,
  type OpenContext,
} from '@bough/service';
import { apiRouter } from './features/api/api.ts';
import type { Bus } from './bus/bus.ts';
import { Lookout } from './bus/lookout.ts';
import { AuditLog } from './features/audit/audit-log.ts';
import { AuditNotes } from './features/audit/audit-notes.ts';
import { CommandNotes } from './features/audit/command-notes.ts';
import { auditRoutes } from './features/audit/audit-routes.ts';
import { createApp } from './http/app.ts';
import { backChannel } from './features/sign-in/provider/back-channel.ts';
import { assetRoutes } from './features/maps/asset-routes.ts';
import { documentRoutes } from './features/maps/document-routes.ts';
import { buildMaps, mapHandlers, type MapsAround } from './build-maps.ts';
import { Mentions } from './features/comments/mentions.ts';
import { buildPeople, type PeopleSettings } from './build-people.ts';
import { peopleHandlers } from './http/people-handlers.ts';
import { versionRoutes } from './features/maps/version-routes.ts';
import { Titles } from './features/maps/titles.ts';
import type { MapLists } from './features/maps/lists/map-lists.ts';
import { Upkeep } from './features/maps/upkeep.ts';
import type { Metadata } from './metadata/metadata.ts';
import { PageServer } from './features/page/serve-page.ts';
import { BodyBudget } from './limits/body-budget.ts';
import { Crowd } from './limits/crowd.ts';
import { Beat, BEAT_MS } from './features/rooms/beat.ts';
import { Documents } from './features/rooms/documents.ts';
import { Rooms, type RoomsParts } from './features/rooms/rooms.ts';
import { SocketServer } from './features/rooms/socket-server.ts';
import type { DoSearchTask } from './features/search-index/search-task.ts';
import { Invitations } from './features/sharing/invitations.ts';
import { ownOrigins } from './http/csrf.ts';
import { deriveKeys } from './secrets/keys.ts';
import type { OldSessions, OldSessionStore } from './features/sessions/old-sessions.ts';
import type { Revocations } from './features/sessions/revocations.ts';
import { GUEST_IDLE_MS } from './http/session.ts';
import { Tickets } from './features/rooms/ticket.ts';

/** What stands around a gateway: the world's ports, its stores, and clients of the other services. */
export interface GatewayParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly docstore: Pick<Fleet, 'call' | 'split'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly exporter: Pick<Caller, 'call' | 'stream'>;
  /** Where a server that was here before kept its sessions; absent: there was none. */
  readonly oldSessions?: OldSessionStore | undefined;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** Looks through maps on threads of its own; absent: it is done here. */
  readonly searchElsewhere?: DoSearchTask;
}
export interface GatewaySettings {
  readonly publicUrl: string;
  /** Newest first. */
  readonly cookieKeys: readonly string[];
  readonly pageFolder: string;
  readonly trustedProxies: number;
  readonly limitsFactor: number;
  /** Whom to tell of a hole; null: the operator named nobody. */
  readonly contact: string | null;
  readonly people: PeopleSettings;
  /** How long entries of the audit log are kept. */
  readonly auditDays: number;
}
/** A gateway without a port: what its server needs, and the parts of it that have a life. */
export interface Gateway {
  readonly listener: RequestListener;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Starts before the server. */
  readonly sessions: Component;
  /** Starts after the server, so that it says goodbye before the server waits for its connections. */
  readonly rooms: Component;
  readonly counts: () => {
    readonly rooms: number;
    readonly people: number;
    readonly sockets: number;
    readonly reports: ReportCounts;
  };
}

const PRUNE_MS = 3_600_000;
const DAY_MS = 86_400_000;
const REVOCATION_DAYS = 800;

/** Builds a gateway from its parts. */
export function createGateway(parts: GatewayParts, settings: GatewaySettings): Gateway {
  const { metadata, clock } = parts;
  const troubles = new OneLineEach(parts);
  const onTrouble = (error: unknown): void => troubles.warn(parts.log, 'something around the gateway fails', error);
  const lookout = new Lookout({ ...parts, onTrouble });
  const isSecure = settings.publicUrl.startsWith('https:');
  const origins = ownOrigins(settings.publicUrl);
  const keys = deriveKeys(settings.cookieKeys);
  // Whom an invitation names may come where nobody else may.
  const isInvited = (email: string): Promise<boolean> => invitations.isInvited(email);
  const around = buildPeople({ ...parts, lookout, keys, isInvited, onTrouble }, settings);
  const { sessions, revocations } = around;
  const auditLog = new AuditLog({ ...parts, auditKeys: keys.audit });
  const audit = new AuditNotes({ ...parts, log: auditLog, limits: around.limits, onTrouble });
  const maps = buildMaps({ ...parts, wordKeys: keys.words, onTrouble });
  const invitations = new Invitations({ ...parts, ...around }, settings);
  const tickets = new Tickets({ ...parts, keys: keys.tickets });
  const titles = new Titles({ clock, write: metadata.setTitle.bind(metadata), onTrouble });
  const mentions = new Mentions({ ...parts, folders: maps.folders, onTrouble }, settings);
  const beat = new Beat(clock, { everyMs: BEAT_MS });
  const show: Rooms['show'] = (map, frame) => rooms.show(map, frame);
  const documents = documentsOf({ ...parts, beat }, { titles, mentions, maps, show });
  const rooms: Rooms = roomsOf({ ...parts, lookout, beat, documents, onTrouble }, maps);
  const sockets = new SocketServer(
    { ...parts, sessions, revocations, tickets, rooms, documents, onTrouble },
    { ...settings, origins },
  );
  const crowd = new Crowd(parts);
  const page = new PageServer({ folder: settings.pageFolder, isSecure, origins });
  const tellAccess = rooms.tellAccess.bind(rooms);
  const upkeep = new Upkeep({ ...parts, tellAccess, onTrouble });
  const routed = { ...parts, ...around, ...maps, audit, invitations, documents, tickets, tellAccess };
  const handlers = audit.around(allHandlers({ ...settings, ...routed }));
  const headOf = publicHeads(maps.lists, settings.publicUrl);
  const bodies = new BodyBudget(parts);
  const api = apiRouter({ ...routed, handlers, bodies, repeatKeys: keys.repeats, onTrouble }, settings);
  const inside = { sessions, page, crowd, handlers, api, headOf, bodies };
  const front = { ...inside, limits: around.limits, csrfKeys: keys.csrf, keeper: maps.keeper };
  const reports = policyReports({ ...parts, limits: around.limits }, settings);
  const backChannelDoor = backChannel({ ...parts, ...around, audit }, settings);
  const beforeSessions = [noMoreMail(parts), reports.handler, backChannelDoor, securityContact(parts, settings)];
  const app = createApp({ ...front, beforeSessions }, { ...settings, isSecure, origins });
  const prune = (): Promise<void> => auditLog.prune(settings.auditDays);
  const commandNotes = new CommandNotes({ ...parts, log: auditLog, onTrouble });
  const beside = { revocations, titles, mentions, maps, upkeep, commandNotes, audit, prune };
  return {
    listener: app,
    upgrade: (request, socket, head) => sockets.upgrade(request, socket, head),
    sessions: sessionsComponent(parts, { ...front, ...beside, lookout, old: around.oldSessions, onTrouble }),
    rooms: sockets,
    counts: () => ({
      rooms: rooms.roomCount,
      people: rooms.personCount,
      sockets: sockets.socketCount,
      reports: reports.counts,
    }),
  };
}

function documentsOf(
  parts: Omit<ConstructorParameters<typeof Documents>[0], 'onTitle' | 'onKept' | 'onForeign'>,
  tell: {
    readonly titles: Titles;
    readonly mentions: Mentions;
    readonly maps: MapsAround;
    readonly show: Rooms['show'];
  },
): Documents {
  return new Documents({
    ...parts,
    onTitle: (map, title) => tell.titles.changed(map, title),
    onKept: (map, changes) => {
      tell.maps.settling.kept(map, changes);
      tell.mentions.kept(map, changes);
    },
    onForeign: (map, lineage, changes) => tell.show(map, { kind: 'changes', lineage, changes }),
  });
}

function roomsOf(
  parts: Omit<RoomsParts, 'documents' | 'rightsOf' | 'rightsOfAll' | 'onEmpty'> & { readonly documents: Documents },
  { access, settling }: MapsAround,
): Rooms {
  return new Rooms({
    ...parts,
    documents: (map) => parts.documents.of(map),
    rightsOf: access.of.bind(access),
    rightsOfAll: access.rightsOfAll.bind(access),
    onEmpty: (map) => settling.left(map),
  });
}

type HandlerParts = Parameters<typeof peopleHandlers>[0] &
  Parameters<typeof mapHandlers>[0] &
  Parameters<typeof assetRoutes>[0] &
  Parameters<typeof documentRoutes>[0];

function allHandlers(parts: HandlerParts) {
  return {
    ...peopleHandlers(parts),
    ...mapHandlers(parts),
    ...assetRoutes(parts),
    ...versionRoutes(parts),
    ...documentRoutes(parts),
    ...auditRoutes(parts),
  };
}

/** What the head of a public map's page says. */
function publicHeads(lists: MapLists, publicUrl: string): (request: Request) => Promise<MapHead | null> {
  return async ({ params }) => {
    const map = parseMapId(params['map']);
    return map === null ? null : await lists.head(map, publicUrl);
  };
}

function sessionsComponent(
  parts: GatewayParts,
  own: {
    readonly revocations: Revocations;
    readonly page: PageServer;
    readonly titles: Titles;
    readonly mentions: Mentions;
    readonly maps: MapsAround;
    readonly upkeep: Upkeep;
    readonly commandNotes: CommandNotes;
    readonly audit: AuditNotes;
    readonly prune: () => Promise<void>;
    readonly lookout: Lookout;
    readonly crowd: Crowd;
    readonly old: OldSessions | null;
    readonly onTrouble: (error: unknown) => void;
  },
): Component {
  const { metadata, clock } = parts;
  const { revocations, page, titles, mentions, maps, audit, prune, lookout, crowd, old, onTrouble } = own;
  const living = [...maps.life, own.upkeep, own.commandNotes];
  let cancel = (): void => undefined;
  const plan = (): void => {
    cancel = clock.after(PRUNE_MS, () => {
      const now = clock.now();
      prune().catch(onTrouble);
      metadata.pruneSignIns(now - DAY_MS).catch(onTrouble);
      metadata.pruneChallenges(now - DAY_MS).catch(onTrouble);
      metadata.pruneSessionRecords(now - GUEST_IDLE_MS).catch(onTrouble);
      metadata.pruneRevocations(now - REVOCATION_DAYS * DAY_MS).catch(onTrouble);
      plan();
    });
  };
  return {
    name: 'sessions',
    start: async () => {
      await revocations.start();
      await page.load();
      for (const part of living) await part.start();
      lookout.start();
      plan();
    },
    // After the rooms, which have the last titles and comments.
    drain: async () => {
      await titles.flush();
      await mentions.flush();
      await maps.settling.flush();
      await audit.flush();
    },
    stop: async () => {
      cancel();
      for (const part of [...living, lookout, crowd]) part.stop();
      revocations.stop();
      await old?.flush();
      await parts.oldSessions?.close();
    },
  };
}
