import type { ServiceName } from '@bough/contracts';
import type { Component } from '../process/component.ts';
import { createPlatform, type Platform } from '../process/create-platform.ts';
import { type Log, silentLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformRandom } from '../process/platform.ts';
import type { AudienceKey } from '../settings/settings.ts';

/**
 * Platforms of services that trust each other, as runService makes them: real servers on free loopback ports, real tokens of
 * keys made for this call. Components given to a platform's `components` speak in its readiness.
 */
export function createTestPlatforms(
  log: Log = silentLog,
): (name: ServiceName, components?: readonly Component[]) => Platform {
  const services = ['gateway', 'docstore', 'mailer', 'exporter'] as const;
  const keys: AudienceKey[] = services.flatMap((audience) =>
    services.map((issuer) => ({ audience, issuer, kid: 'test', key: platformRandom.bytes(32) })),
  );
  return (name, components = []) =>
    createPlatform(
      name,
      { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: keys },
      log,
      createMetrics(name),
      components,
    );
}
