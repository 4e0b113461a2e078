import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a service counts about itself; GET /metrics shows it to Prometheus. */
export interface Metrics {
  /** Where a service adds its own. Names begin with `bough_`. */
  readonly registry: Registry;
  /** One request of this service, answered. `route` is a route's name, never an address. */
  requestDone(route: string, status: number, seconds: number): void;
  inFlight(change: 1 | -1): void;
  /** One call to another service. */
  callDone(service: string, route: string, outcome: string, seconds: number): void;
  /** What has been thrown away so far, read when somebody looks. */
  logDrops(read: () => number): void;
  stop(): void;
}

/** The metrics of one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const requests = new Histogram({
    name: 'bough_request_seconds',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const calls = new Histogram({
    name: 'bough_call_seconds',
    help: 'Calls to other services by route and outcome.',
    labelNames: ['to', 'route', 'outcome'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const flying = new Gauge({ name: 'bough_requests_in_flight', help: 'Requests that are being answered.', registers });
  gauge(registry, 'bough_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  total(registry, 'bough_processor_seconds_total', 'Processor time.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const stopLoop = watchEventLoop(registry);
  return {
    registry,
    requestDone: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    inFlight: (change) => flying.inc(change),
    callDone: (to, route, outcome, seconds) => calls.observe({ to, route, outcome }, seconds),
    logDrops: (read) =>
      total(registry, 'bough_log_lines_dropped_total', 'Log lines dropped because the reader was too slow.', read),
    stop: stopLoop,
  };
}

/** A number that is read when somebody looks. */
function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** A number that only grows, read when somebody looks. */
function total(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    }),
  );
}

const RESOLUTION_MS = 10;

function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const loop = new Gauge({
    name: 'bough_event_loop_delay_seconds',
    help: 'How late the event loop was, since the last look.',
    labelNames: ['quantile'],
    registers: [registry],
    collect: () => {
      for (const quantile of [50, 99, 100]) {
        const seconds = delay.percentile(quantile) / 1e9 - RESOLUTION_MS / 1_000;
        loop.set({ quantile: String(quantile / 100) }, Math.max(0, seconds));
      }
      delay.reset();
    },
  });
  return () => delay.disable();
}
