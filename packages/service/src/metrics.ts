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
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const loop = new Gauge({
    name: 'bough_event_loop_delay_seconds',
    help: 'How late the event loop was, since the last look.',
    labelNames: ['quantile'],
    registers,
    collect: () => {
      for (const quantile of [50, 99, 100]) {
        loop.set({ quantile: String(quantile / 100) }, Math.max(0, delay.percentile(quantile) / 1e9 - 0.01));
      }
      delay.reset();
    },
  });
  new Gauge({
    name: 'bough_memory_bytes',
    help: 'Resident memory.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'bough_processor_seconds_total',
    help: 'Processor time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  return {
    registry,
    requestDone: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    inFlight: (change) => flying.inc(change),
    callDone: (to, route, outcome, seconds) => calls.observe({ to, route, outcome }, seconds),
    logDrops: (read) => {
      new Counter({
        name: 'bough_log_lines_dropped_total',
        help: 'Log lines thrown away because the reader was too slow.',
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    stop: () => delay.disable(),
  };
}
