import type { Component } from '../process/component.ts';
import { createPool } from '../caller/pool.ts';
import type { Log } from '../log/logger.ts';
import { platformClock, platformRandom } from '../process/platform.ts';
import { sendToCollector } from './otlp.ts';
import { Tracer } from './tracer.ts';

/** The tracer of a service and what ends it last; null where no collector is set. */
export function createTracing(
  service: string,
  settings: { readonly BOUGH_TRACES_URL?: string | null; readonly BOUGH_TRACES_PERCENT?: number },
  log: Log,
): { readonly tracer: Tracer; readonly component: Component } | null {
  const { BOUGH_TRACES_URL: url = null, BOUGH_TRACES_PERCENT: percent = 100 } = settings;
  if (url === null) return null;
  const pool = createPool(url, { connections: 1 });
  const tracer = new Tracer(
    { clock: platformClock, random: platformRandom, log, send: (spans) => sendToCollector(pool, service, spans) },
    { percent },
  );
  const stop = async (): Promise<void> => {
    await tracer.stop();
    await pool.destroy();
  };
  return { tracer, component: { name: 'traces', stop } };
}
