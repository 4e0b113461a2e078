import { readFileSync } from 'node:fs';
import {
  type Component,
  type Platform,
  required,
  runService,
  ServiceFailure,
  type ServiceServer,
  type Settings,
  TaskThreads,
  watched,
} from '@bough/service';
import type { Bus } from './bus/bus.ts';
import { ProcessBus } from './bus/process-bus.ts';
import { parseRedisAddress } from './bus/redis-address.ts';
import type { GatewayFailure } from './failure.ts';
import { createGateway, type PeopleSettings } from './gateway.ts';
import { countGateway } from './metrics.ts';
import { openMetadata } from './metadata/open-metadata.ts';
import { providerSettings } from './features/sign-in/provider/provider-settings.ts';
import { SEARCHES } from './features/search-index/search-threads.ts';
import { deriveKeys } from './secrets/keys.ts';
import type { OldSessionSettings, OldSessionStore } from './features/sessions/old-sessions.ts';
import { setUpLink, setUpNote } from './features/sign-in/set-up.ts';
import { gatewaySettings } from './settings.ts';

// The gateway: the page, sessions, accounts, sharing and rooms. It holds no truth: people and shares are in metadata, maps
// in docstore, and another gateway takes over where this one stops.

type GatewayEnvironment = Settings<typeof gatewaySettings>;

/** Runs a gateway until it is told to stop. `entry` is the main.ts of this process, where its threads begin. */
export async function serveGateway(entry: URL): Promise<void> {
  await runService('gateway', gatewaySettings, (platform, settings) => serve(entry, platform, settings));
}

async function serve(entry: URL, platform: Platform, settings: GatewayEnvironment): Promise<Component[]> {
  const { clock, random, ids, log } = platform;
  const metadata = await openMetadata(settings);
  const { bus, busNote } = await openBus(platform, settings);
  const docstore = platform.fleet('docstore', settings.BOUGH_DOCSTORE_URL);
  const mailer = platform.caller('mailer', settings.BOUGH_MAILER_URL);
  const exporter = platform.caller('exporter', settings.BOUGH_EXPORTER_URL);
  const openContext = platform.context.bind(platform);
  const oldSessions = await openOldSessions(settings);
  const searches = new TaskThreads(SEARCHES, { entry });
  const ports = { clock, random, ids, log, openContext };
  const knock = (): Promise<void> => server.knock();
  const gateway = createGateway(
    { ...ports, metadata, bus, docstore, mailer, exporter, oldSessions, knock, searchElsewhere: searches.run },
    {
      publicUrl: settings.BOUGH_PUBLIC_URL,
      cookieKeys: settings.BOUGH_COOKIE_KEYS,
      pageFolder: settings.BOUGH_PAGE,
      trustedProxies: settings.BOUGH_TRUST_PROXY,
      limitsFactor: settings.BOUGH_LIMITS_FACTOR,
      contact: settings.BOUGH_SECURITY_CONTACT,
      people: peopleSettings(settings),
      auditDays: settings.BOUGH_AUDIT_DAYS,
    },
  );
  const setUpKeys = deriveKeys(settings.BOUGH_COOKIE_KEYS).setUp;
  const linkOf = (turn: number): string => setUpLink(settings.BOUGH_PUBLIC_URL, setUpKeys, turn);
  countGateway(platform.metrics, gateway.counts);
  const server: ServiceServer = platform.server([], gateway.edge);
  return [
    watched('metadata', metadata, platform),
    busNote,
    { name: 'searches', stop: () => searches.stop() },
    setUpNote({ metadata, log }, { folder: settings.BOUGH_DATA, linkOf }),
    docstore,
    mailer,
    exporter,
    ...gateway.components,
    server,
    gateway.rooms,
    // Drained first: people whom the rooms send away must not come back here.
    { name: 'door', drain: async () => server.closeDoor() },
  ];
}

function peopleSettings(settings: GatewayEnvironment): PeopleSettings {
  return {
    registration: settings.BOUGH_REGISTRATION,
    signIn: settings.BOUGH_SIGN_IN,
    domains: settings.BOUGH_ALLOWED_DOMAINS ?? [],
    ...(settings.BOUGH_OLD_SESSIONS_URL === null ? {} : { oldSessions: oldSessionSettings(settings) }),
    providers: providerSettings(settings, (path) => readFileSync(path, 'utf8')),
  };
}

async function openOldSessions(settings: GatewayEnvironment): Promise<OldSessionStore | undefined> {
  const { BOUGH_OLD_SESSIONS_URL: url, BOUGH_OLD_SESSIONS_COLLECTION: collection } = settings;
  if (url === null) return undefined;
  const { mongoOldSessions } = await import('./features/sessions/mongo-old-sessions.ts');
  return mongoOldSessions({ url, collection });
}

function oldSessionSettings(settings: GatewayEnvironment): OldSessionSettings {
  const because = 'BOUGH_OLD_SESSIONS_URL names sessions to carry over';
  const secrets = required(settings.BOUGH_OLD_SESSIONS_SECRETS, 'BOUGH_OLD_SESSIONS_SECRETS', because);
  return {
    cookie: settings.BOUGH_OLD_SESSIONS_COOKIE,
    secrets: secrets.split(',').map((each) => each.trim()),
    person: settings.BOUGH_OLD_SESSIONS_PERSON,
    csrf: settings.BOUGH_OLD_SESSIONS_CSRF,
  };
}

/** The bus, and what an operator is told of it: it is missed by nobody's work, so that it never stands in the way of readiness. */
async function openBus(
  platform: Platform,
  settings: GatewayEnvironment,
): Promise<{ readonly bus: Bus; readonly busNote: Component }> {
  const isAlone = settings.BOUGH_BUS === 'process';
  const bus = isAlone ? new ProcessBus(platform) : await openRedisBus(platform, settings);
  const note = (): string | null => (bus.isUp ? null : 'away: changes of other gateways come a second later');
  return { bus, busNote: { name: 'bus', note, stop: () => bus.close() } };
}

async function openRedisBus({ clock, random, ids, log }: Platform, settings: GatewayEnvironment): Promise<Bus> {
  const text = required(settings.BOUGH_REDIS_URL, 'BOUGH_REDIS_URL', 'BOUGH_BUS is redis');
  const address = parseRedisAddress(text);
  if (!address.ok) {
    const message = `The setting BOUGH_REDIS_URL ${address.error}.`;
    throw new ServiceFailure(message, { kind: 'invalid', code: 'service/wrong-setting' });
  }
  const { RedisBus } = await import('./bus/redis-bus.ts');
  const onState = (trouble: GatewayFailure | null): void =>
    trouble === null ? log.info('the bus is back') : log.warn('the bus is away', { error: trouble });
  return await RedisBus.connect({ clock, random, id: ids.short(), onState }, address.value);
}
