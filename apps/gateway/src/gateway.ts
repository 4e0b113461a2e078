import type { Clock, Ids, Random } from '@bough/base';
import {
  type Caller,
  type Component,
  type ContextFacts,
  type Fleet,
  type Log,
  OneLineEach,
  type OpenContext,
  type ServerEdge,
} from '@bough/service';
import { buildAccess } from './access/build-access.ts';
import type { Bus } from './bus/bus.ts';
import { Lookout } from './bus/lookout.ts';
import { accountFeature } from './features/account/feature.ts';
import { apiFeature } from './features/api/feature.ts';
import { auditFeature } from './features/audit/feature.ts';
import { bellFeature } from './features/bell/feature.ts';
import { commentsFeature } from './features/comments/feature.ts';
import type { Feature } from './feature.ts';
import { foldersFeature } from './features/folders/feature.ts';
import { mapsFeature } from './features/maps/feature.ts';
import { pageFeature } from './features/page/feature.ts';
import type { ReportCounts } from './features/page/policy-reports.ts';
import { picturesFeature } from './features/pictures/feature.ts';
import { roomsFeature } from './features/rooms/feature.ts';
import { searchFeature } from './features/search/feature.ts';
import { searchIndexFeature } from './features/search-index/feature.ts';
import type { DoSearchTask } from './features/search-index/search-task.ts';
import { sessionsFeature } from './features/sessions/feature.ts';
import type { OldSessionSettings, OldSessionStore } from './features/sessions/old-sessions.ts';
import { sharingFeature } from './features/sharing/feature.ts';
import { signInFeature, type SignInSettings } from './features/sign-in/feature.ts';
import { watchingFeature } from './features/watching/feature.ts';
import { createApp } from './http/app.ts';
import { commonHeaders } from './http/common-headers.ts';
import { ownOrigins } from './http/csrf.ts';
import { turnAwayWhenBusy } from './http/turn-away.ts';
import { BodyBudget } from './limits/body-budget.ts';
import { LoadShedder } from './limits/load-shedder.ts';
import { RateLimits } from './limits/rate-limits.ts';
import type { Metadata } from './metadata/metadata.ts';
import { timedMetadata } from './metadata/timed-metadata.ts';
import { People } from './people/people.ts';
import { Registration, type RegistrationSettings } from './people/registration.ts';
import { deriveKeys } from './secrets/keys.ts';

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
  /** Comes to this gateway's own door as somebody new, and resolves when that was answered. */
  readonly knock: () => Promise<void>;
}
/** Everything about people that has settings. */
export interface PeopleSettings
  extends RegistrationSettings, Pick<SignInSettings['people'], 'providers' | 'passwordCost'> {
  /** Absent: there was no other server before. */
  readonly oldSessions?: OldSessionSettings;
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
  readonly edge: Required<ServerEdge>;
  /** Start before the server, in this order. */
  readonly components: readonly Component[];
  /** Starts after the server, so that it says goodbye before the server waits for its connections. */
  readonly rooms: Component;
  readonly counts: () => {
    readonly rooms: number;
    readonly people: number;
    readonly sockets: number;
    readonly reports: ReportCounts;
  };
}

/** Builds a gateway: each feature takes the ports, and of the features before it what it needs. */
export function createGateway(around: GatewayParts, given: GatewaySettings): Gateway {
  const parts = { ...around, metadata: timedMetadata(around.metadata) };
  const settings = settingsOf(given);
  const troubles = new OneLineEach(parts);
  const onTrouble = (error: unknown): void => troubles.warn(parts.log, 'something around the gateway fails', error);
  const lookout = new Lookout({ ...parts, onTrouble });
  const limits = new RateLimits(parts, { factor: settings.limitsFactor });
  const keys = deriveKeys(settings.cookieKeys);
  const registration = new Registration(parts, settings.people);
  const people = new People({ ...parts, registration });
  const access = buildAccess(parts);
  const ports = { ...parts, ...access, onTrouble, lookout, limits, keys, registration, people };

  const audit = auditFeature(ports, settings);
  const sessions = sessionsFeature(ports, settings);
  const signIn = signInFeature({ ...ports, ...audit, ...sessions }, settings);
  const rooms = roomsFeature({ ...ports, ...sessions }, settings);
  const searchIndex = searchIndexFeature({ ...ports, ...rooms });
  const comments = commentsFeature({ ...ports, ...rooms }, settings);
  const watching = watchingFeature({ ...ports, ...rooms }, settings);
  const folders = foldersFeature({ ...ports, ...audit, ...rooms });
  const maps = mapsFeature({ ...ports, ...audit, ...rooms, ...searchIndex }, settings);
  const sharing = sharingFeature({ ...ports, ...sessions, ...rooms, ...maps }, settings);
  const search = searchFeature({ ...ports, ...searchIndex, ...maps });
  const bell = bellFeature({ ...ports, ...rooms, ...comments });
  const pictures = picturesFeature(ports);
  const account = accountFeature({ ...ports, ...audit, ...sessions, ...signIn, ...rooms, ...searchIndex });
  const page = pageFeature({ ...ports, ...maps }, settings);
  const handlers = audit.audit.around({
    ...audit.routes,
    ...sessions.routes,
    ...signIn.routes,
    ...rooms.routes,
    ...comments.routes,
    ...watching.routes,
    ...folders.routes,
    ...maps.routes,
    ...sharing.routes,
    ...search.routes,
    ...bell.routes,
    ...pictures.routes,
    ...account.routes,
  });
  const bodies = new BodyBudget(parts);
  const api = apiFeature({ ...ports, ...rooms, ...maps, handlers, bodies, repeatKeys: keys.repeats }, settings);

  const { turnAway, shedder } = doorOf(parts, settings);
  const beforeSessions = [page, watching, api, signIn].flatMap((feature) => feature.beforeSessions);
  const front = { ...ports, ...sessions, ...page, handlers, bodies, beforeSessions };
  const features: readonly Feature[] = [
    ...[audit, sessions, signIn, rooms, searchIndex, comments, watching],
    ...[folders, maps, sharing, search, bell, pictures, account, page, api],
  ];
  const lookouts = watchOver(lookout, shedder);
  return {
    edge: { turnAway, fallback: createApp(front, settings), upgrade: rooms.sockets.upgrade.bind(rooms.sockets) },
    components: [...features.flatMap(({ components }) => components), lookouts],
    rooms: rooms.sockets,
    counts: () => ({ ...rooms.counts(), reports: page.reports() }),
  };
}

/** What follows from the settings. */
function settingsOf(given: GatewaySettings) {
  return { ...given, isSecure: given.publicUrl.startsWith('https:'), origins: ownOrigins(given.publicUrl) };
}

/** Who turns visits away when there are too many. */
function doorOf(
  parts: Pick<GatewayParts, 'clock' | 'ids' | 'log' | 'knock'>,
  settings: { readonly isSecure: boolean },
) {
  const shedder = new LoadShedder(parts);
  return { shedder, turnAway: turnAwayWhenBusy({ ...parts, shedder, headers: commonHeaders(settings) }) };
}

/** What looks out while the gateway runs. */
function watchOver(lookout: Lookout, shedder: LoadShedder): Component {
  return {
    name: 'lookout',
    start: async () => lookout.start(),
    stop: async () => {
      lookout.stop();
      shedder.stop();
    },
  };
}
