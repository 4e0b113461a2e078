import { readFileSync } from 'node:fs';
import type { RequestListener, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Ids, Random } from '@bough/base';
import type { ServiceName } from '@bough/contracts';
import { parse as parseYaml } from 'yaml';
import { type Caller, createCaller } from './caller.ts';
import type { Component } from './component.ts';
import type { Mounted } from './handler.ts';
import { createLogger, type Log, type LogLevel } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { platformClock, platformIds, platformRandom } from './platform.ts';
import { type ContextFacts, type OpenContext, openContext } from './request-context.ts';
import { createServiceServer, type ServiceServer } from './server.ts';
import { ServiceFailure } from './service-failure.ts';
import { everySetting } from './settings-tables.ts';
import { type AudienceKey, readSettings, type Settings, type SettingsTable } from './settings.ts';
import { createTokenMinter, createTokenVerifier } from './tokens.ts';

/** What every service is built from. */
export interface Platform {
  readonly name: ServiceName;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The HTTP server of this service: start it last, so that it drains first. */
  server(routes: readonly Mounted[], edge?: ServerEdge): ServiceServer;
  /** A client of another service. */
  caller(service: ServiceName, url: string): Caller;
  /** A context for work that no HTTP request began. */
  context(facts: ContextFacts): OpenContext;
}
/** What a server does besides its routes. */
export interface ServerEdge {
  readonly fallback?: RequestListener;
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** The settings that every service has. */
interface CommonSettings {
  readonly BOUGH_HOST: string;
  readonly PORT: number;
  readonly BOUGH_LOG_LEVEL: LogLevel;
  readonly BOUGH_TOKEN_KEYS: readonly AudienceKey[];
}

const DRAIN_MS = 5_000;

/**
 * Runs a service until SIGTERM or SIGINT: reads its settings, builds its components, starts them in order. On the signal they
 * drain and stop in the opposite order, within 5 s. What is wrong before or while starting is told in one sentence on standard
 * error, with exit code 1.
 */
export async function runService<T extends SettingsTable>(
  name: ServiceName,
  table: T,
  build: (platform: Platform, settings: Settings<T>) => Promise<readonly Component[]> | readonly Component[],
): Promise<void> {
  const settings = readSettings(
    table,
    { environment: process.env, readFile: (path) => readFileSync(path, 'utf8'), readYaml: parseYaml },
    everySetting,
  );
  if (!settings.ok) return refuse(name, settings.error);
  const common = settings.value as unknown as CommonSettings;
  const log = createLogger({ service: name, level: common.BOUGH_LOG_LEVEL });
  const metrics = createMetrics(name);
  metrics.logDrops(() => log.dropped());
  const components: Component[] = [];
  const platform = createPlatform(name, common, log, metrics, components);
  try {
    components.push(...(await build(platform, settings.value)));
    for (const component of components) await component.start?.();
  } catch (failure) {
    return refuse(name, failure instanceof ServiceFailure ? failure.message : describe(failure));
  }
  log.info('started', { port: common.PORT });
  const signal = await new Promise<string>((resolve) => {
    for (const each of ['SIGTERM', 'SIGINT'] as const) process.once(each, () => resolve(each));
  });
  log.info('draining', { signal });
  for (const component of components.toReversed()) await component.drain?.(DRAIN_MS);
  for (const component of components.toReversed()) await component.stop?.();
  metrics.stop();
  log.info('stopped');
  await log.flush(500);
}

function createPlatform(
  name: ServiceName,
  settings: CommonSettings,
  log: Log,
  metrics: Metrics,
  components: readonly Component[],
): Platform {
  const tokenParts = { clock: platformClock, ids: platformIds, keys: settings.BOUGH_TOKEN_KEYS };
  const contextParts = { service: name, clock: platformClock, ids: platformIds, log };
  const minter = createTokenMinter(tokenParts, name);
  const verifier = createTokenVerifier(tokenParts, name);
  const unready = (): readonly string[] =>
    components.flatMap((each) => {
      const reason = each.unready?.() ?? null;
      return reason === null ? [] : [`${each.name}: ${reason}`];
    });
  return {
    name,
    clock: platformClock,
    random: platformRandom,
    ids: platformIds,
    log,
    metrics,
    server: (routes, edge) =>
      createServiceServer(
        { ...contextParts, metrics, verifier, routes, unready, ...edge },
        { host: settings.BOUGH_HOST, port: settings.PORT },
      ),
    caller: (service, url) => createCaller({ clock: platformClock, minter, metrics }, { service, url }),
    context: (facts) => openContext(contextParts, facts),
  };
}

function refuse(name: string, sentence: string): void {
  process.stderr.write(`bough ${name}: ${sentence}\n`);
  process.exitCode = 1;
}

function describe(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
