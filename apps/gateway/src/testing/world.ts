import type { ServiceProcess } from '@bough/house/servers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@bough/base';
import {
  createLogger,
  createMetrics,
  createPlatform,
  type Component,
  platformIds,
  platformRandom,
  type ServiceServer,
} from '@bough/service';
import { ProcessBus } from '../bus/process-bus.ts';
import { createGateway, type Gateway, type GatewaySettings, type PeopleSettings } from '../gateway.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { openSqlite } from '../metadata/sqlite/sqlite-metadata.ts';
import type { OldSessionStore } from '../features/sessions/old-sessions.ts';
import { type NeighbourName, Neighbours } from './running/neighbours.ts';
import { RunningClock } from './running-clock.ts';

/** An address of this very machine, where mails that were not sent are shown. */
export const PUBLIC_URL = 'https://bough.localhost';
export const KEYS = ['the newest cookie key, of 32 letters', 'an older cookie key, of 32 letters'];
/** The inline script of the page under test. */
export const INLINE = 'document.documentElement.dataset.theme = "dark"';

/** An open Bough without a provider, whose passwords cost little. */
export const PEOPLE: PeopleSettings = {
  registration: 'open',
  signIn: 'any',
  domains: [],
  providers: [],
  passwordCost: { memoryKib: 64, passes: 1, lanes: 1 },
};

/** A gateway that listens. */
export interface RunningGateway {
  readonly port: number;
  readonly server: ServiceServer;
  readonly rooms: Component;
  readonly counts: Gateway['counts'];
  /** Drains as the service does, last started first. */
  drain(withinMs: number): Promise<void>;
  /** Leaves it as it is, answering nobody: what it still waits to do is never done. */
  abandon(): Promise<void>;
  stop(): Promise<void>;
}

/** Gateways over one metadata and one bus, the services around them, and a page. */
export interface World {
  readonly clock: RunningClock;
  readonly metadata: Metadata;
  /** The docstores, one unless more were asked for. */
  readonly docstores: readonly ServiceProcess[];
  /** Everything that gateways and services logged. */
  readonly logged: () => string;
  /** Starts one; `ownClock` goes for it alone. */
  start(
    change?: Partial<GatewaySettings>,
    metadata?: Metadata,
    oldSessions?: OldSessionStore,
    ownClock?: Clock,
  ): Promise<RunningGateway>;
  /** Ends all of it, and takes its folders away. */
  readonly end: () => Promise<void>;
}

/** A world for the tests of one file, which end it. */
export async function openWorld(names: readonly NeighbourName[] = [], docstoreCount = 1): Promise<World> {
  const neighbours = await Neighbours.start(names, docstoreCount);
  const clock = new RunningClock();
  const metadata = openSqlite(':memory:');
  const bus = new ProcessBus({ clock });
  const lines: string[] = [];
  const page = writePage();
  const gateways: RunningGateway[] = [];
  return {
    clock,
    metadata,
    end: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await neighbours.stop();
      await metadata.close();
      clock.stop();
      rmSync(page, { recursive: true });
    },
    docstores: neighbours.docstores,
    logged: () => [...lines, ...neighbours.said].join(''),
    start: async (change = {}, store = metadata, oldSessions?: OldSessionStore, ownClock: Clock = clock) => {
      const log = createLogger(
        { service: 'gateway', level: 'debug' },
        { hasRoom: () => true, write: (line) => lines.push(line), dropped: () => 0, flush: async () => undefined },
      );
      const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: neighbours.keys };
      const platform = createPlatform('gateway', settings, log, createMetrics('gateway'), []);
      const { urls } = neighbours;
      const callers = {
        docstore: platform.fleet(
          'docstore',
          neighbours.docstores.map(({ url }) => url),
        ),
        mailer: platform.caller('mailer', urls.mailer),
        exporter: platform.caller('exporter', urls.exporter),
      };
      const openContext = platform.context.bind(platform);
      const around = {
        clock: ownClock,
        random: platformRandom,
        ids: platformIds,
        log,
        metadata: store,
        bus,
        openContext,
        oldSessions,
      };
      const knock = (): Promise<void> => server.knock();
      const gateway = createGateway(
        { ...around, ...callers, knock },
        {
          publicUrl: PUBLIC_URL,
          cookieKeys: KEYS,
          pageFolder: page,
          trustedProxies: 0,
          limitsFactor: 1,
          contact: null,
          people: PEOPLE,
          auditDays: 365,
          ...change,
        },
      );
      // Everybody is let in: here a process is as late as the test that asks in it.
      const server: ServiceServer = platform.server([], { ...gateway.edge, turnAway: undefined });
      const door: Component = { name: 'door', drain: async () => server.closeDoor() };
      const parts: Component[] = [...Object.values(callers), ...gateway.components, server, gateway.rooms, door];
      for (const part of parts) await part.start?.();
      const running: RunningGateway = {
        port: server.port(),
        server,
        rooms: gateway.rooms,
        counts: gateway.counts,
        drain: async (withinMs) => {
          for (const part of parts.toReversed()) await part.drain?.(withinMs);
        },
        abandon: async () => {
          await server.stop?.();
          await gateway.rooms.stop?.();
          gateways.splice(gateways.indexOf(running), 1);
        },
        stop: async () => {
          for (const part of parts.toReversed()) await part.stop?.();
        },
      };
      gateways.push(running);
      return running;
    },
  };
}

function writePage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-page-'));
  mkdirSync(join(folder, 'assets'));
  const script = 'export const words = "long enough to be worth it";\n'.repeat(40);
  writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.js'), script);
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'notes.secret'), 'of no known type');
  const body = `<script>${INLINE}</script><script type="module" src="/assets/index-1a2b3c4d.js"></script>`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html><html><title>Bough</title>${body}</html>`);
  return folder;
}
