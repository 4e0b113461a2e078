import type { Route, ServiceName } from '@bough/contracts';
import type { Call } from '../caller/call.ts';
import { createFleet, type Fleet } from '../caller/fleet.ts';
import { createPlatform, type Platform } from '../process/create-platform.ts';
import { silentLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock, platformRandom } from '../process/platform.ts';

const DEADLINE_MS = 30_000;

/** A fresh key for tokens. */
export function newTokenKey(): Uint8Array {
  return platformRandom.bytes(32);
}

/** The setting BOUGH_TOKEN_KEYS of a service that another, mostly the gateway, is to ask with this key. */
export function tokenKeysSetting(service: ServiceName, key: Uint8Array, issuer: ServiceName = 'gateway'): string {
  return `${service}:${issuer}:t:${Buffer.from(key).toString('base64url')}`;
}

/** Asks a service, or all instances of one, as the gateway does. */
export class Asker {
  readonly #platform: Platform;
  readonly #fleet: Fleet;

  /** `findInstances` says which there are where one of the addresses stands for all. */
  constructor(
    service: ServiceName,
    urls: readonly string[],
    key: Uint8Array,
    findInstances?: () => Promise<readonly string[]>,
  ) {
    const keys = [{ audience: service, issuer: 'gateway', kid: 't', key }];
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: keys };
    const metrics = createMetrics('gateway');
    this.#platform = createPlatform('gateway', settings, silentLog, metrics, []);
    const minter = { authorization: () => this.#platform.authorization(service) };
    const parts = { clock: platformClock, minter, metrics, onChange: () => undefined };
    this.#fleet = createFleet(findInstances === undefined ? parts : { ...parts, findInstances }, { service, urls });
    void this.#fleet.start?.();
  }

  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    const open = this.#platform.context({ deadlineMs: DEADLINE_MS });
    try {
      return await this.#fleet.call(route, request, open.context);
    } finally {
      open.close();
    }
  }

  async stop(): Promise<void> {
    await this.#fleet.stop?.();
  }
}
