import type { Clock, Ids, Random } from '@bough/base';
import type { ServiceName } from '@bough/contracts';
import { type Caller, createCaller } from '../caller/caller.ts';
import type { Component } from './component.ts';
import { createFleet, type Fleet } from '../caller/fleet.ts';
import type { MountedRoute } from '../server/handler.ts';
import type { Log } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { platformClock, platformIds, platformRandom } from './platform.ts';
import { type ContextFacts, type OpenContext, openContext } from '../context/request-context.ts';
import { createServiceServer, type ServiceServer } from '../server/server.ts';
import type { ServerParts } from '../server/server-parts.ts';
import type { AudienceKey } from '../settings/settings.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { createTokenMinter, createTokenVerifier } from '../tokens.ts';

/** What every service is built from. */
export interface Platform {
  readonly name: ServiceName;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The HTTP server of this service: start it last, so that it drains first. */
  server(routes: readonly MountedRoute[], edge?: ServerEdge): ServiceServer;
  /** A client of another service; throws where this one has no key for tokens to it. */
  caller(service: ServiceName, url: string): Caller;
  /** A client of all instances of another service, each of which answers for some maps. */
  fleet(service: ServiceName, urls: readonly string[]): Fleet;
  /** The value of the header `authorization` for a service, for what does not go through a caller. */
  authorization(service: ServiceName): Promise<string>;
  /** A context for work that no HTTP request began. */
  context(facts: ContextFacts): OpenContext;
}
/** What a server does besides its routes. */
export type ServerEdge = Pick<ServerParts, 'turnAway' | 'fallback' | 'upgrade'>;

/** What a platform needs to know. */
export interface PlatformSettings {
  readonly BOUGH_HOST: string;
  readonly PORT: number;
  readonly BOUGH_TOKEN_KEYS: readonly AudienceKey[];
  readonly BOUGH_TRACES_URL?: string | null;
  readonly BOUGH_TRACES_PERCENT?: number;
}

/** The platform of one service. `components` is read when somebody asks whether the service is ready. */
export function createPlatform(
  name: ServiceName,
  settings: PlatformSettings,
  log: Log,
  metrics: Metrics,
  components: readonly Component[],
  tracer?: Tracer,
): Platform {
  const tokenParts = { clock: platformClock, ids: platformIds, keys: settings.BOUGH_TOKEN_KEYS };
  const contextParts = { service: name, clock: platformClock, ids: platformIds, log };
  const minter = createTokenMinter(tokenParts, name);
  const verifier = createTokenVerifier(tokenParts, name);
  const told = (ask: (component: Component) => string | null | undefined): readonly string[] =>
    components.flatMap((each) => {
      const said = ask(each) ?? null;
      return said === null ? [] : [`${each.name}: ${said}`];
    });
  const unready = (): readonly string[] => told((each) => each.unready?.());
  const notes = (): readonly string[] => told((each) => each.note?.());
  return {
    name,
    clock: platformClock,
    random: platformRandom,
    ids: platformIds,
    log,
    metrics,
    server: (routes, edge) =>
      createServiceServer(
        { ...contextParts, metrics, verifier, tracer, routes, unready, notes, ...edge },
        { host: settings.BOUGH_HOST, port: settings.PORT },
      ),
    caller: (service, url) => {
      minter.mustHaveKey(service);
      return createCaller({ clock: platformClock, minter, metrics, tracer }, { service, url });
    },
    fleet: (service, urls) => {
      minter.mustHaveKey(service);
      const onChange = (url: string, isUp: boolean): void =>
        isUp ? log.info('an instance is back', { url }) : log.warn('an instance is down', { url });
      const onMembers = (found: readonly string[]): void =>
        log.info('instances are found', { service, urls: found.join(' ') });
      return createFleet({ clock: platformClock, minter, metrics, tracer, onChange, onMembers }, { service, urls });
    },
    authorization: (service) => minter.authorization(service),
    context: (facts) => openContext(contextParts, facts),
  };
}
