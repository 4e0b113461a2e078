import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Observations } from './observations.ts';

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
  const observed = new Observations();
  const requests = new Histogram({
    name: 'bough_request_seconds',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS_S,
    registers,
    collect: () => observed.settle(),
  });
  const calls = new Histogram({
    name: 'bough_call_seconds',
    help: 'Calls to other services by route and outcome.',
    labelNames: ['to', 'route', 'outcome'],
    buckets: REQUEST_BUCKETS_S,
    registers,
    collect: () => observed.settle(),
  });
  let inFlight = 0;
  addGauge(registry, 'bough_requests_in_flight', 'Requests that are being answered.', () => inFlight);
  addGauge(registry, 'bough_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  total(registry, 'bough_processor_seconds_total', 'Processor time.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const stopLoop = watchEventLoop(registry);
  return {
    registry,
    requestDone: (route, status, seconds) =>
      observed.note(() => requests.observe({ route, status: String(status) }, seconds)),
    inFlight: (change) => (inFlight += change),
    callDone: (to, route, outcome, seconds) => observed.note(() => calls.observe({ to, route, outcome }, seconds)),
    logDrops: (read) =>
      total(registry, 'bough_log_lines_dropped_total', 'Log lines dropped because the reader was too slow.', read),
    stop: stopLoop,
  };
}

/** Adds a number that is read when somebody looks. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
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

/** Each turn of the loop is measured; a timer that measured would wake an idle service a hundred times a second. */
function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ samplePerIteration: true });
  delay.enable();
  const loop = new Gauge({
    name: 'bough_event_loop_delay_seconds',
    help: 'How long turns of the event loop took, since the last look.',
    labelNames: ['quantile'],
    registers: [registry],
    collect: () => {
      for (const quantile of [50, 99, 100]) {
        loop.set({ quantile: String(quantile / 100) }, delay.percentile(quantile) / 1e9);
      }
      delay.reset();
    },
  });
  return () => delay.disable();
}
