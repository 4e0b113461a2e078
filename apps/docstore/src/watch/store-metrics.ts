import type { Lag, StoreCall } from '@bough/bloblog';
import { addGauge, Observations, timingNow } from '@bough/service';
import { WORN_USES } from '../locations/key-uses.ts';
import type { LocationMeter, Which } from '../locations/locations.ts';
import type { UpkeepState, Walk } from '../upkeep/upkeep-state.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What docstore counts: requests to blob storage by location, open documents, and how far the second location is behind. */
export interface StoreMetrics {
  /** The meter of one location. */
  meter(location: Which): LocationMeter;
  /** The locations whose newest key has sealed so much that it is to be rotated. */
  readonly wornKeys: () => readonly Which[];
  /** Read when somebody looks. */
  openDocuments(read: () => { readonly documents: number; readonly bytes: number }): void;
  /** What upkeep has done, in this instance's eyes. */
  upkeep(read: () => UpkeepState): void;
  /** Whether the second location is open. */
  secondOpen(read: () => boolean): void;
  lag(read: () => Omit<Lag, 'trouble'>): void;
  /** What counts the objects that were read from the second location since the first does not have them whole. */
  readElsewhere(): (isMended: boolean) => void;
}

/** Adds docstore's metrics to the service's. */
export function storeMetrics(registry: Registry): StoreMetrics {
  const registers = [registry];
  const labelNames = ['location', 'call', 'outcome'] as const;
  const help = 'Requests to blob storage by location, call and outcome.';
  const observed = new Observations();
  const collect = (): void => observed.settle();
  const seconds = new Histogram({
    name: 'bough_blob_seconds',
    help,
    labelNames,
    buckets: BUCKETS_S,
    registers,
    collect,
  });
  const bytes = new Counter({
    name: 'bough_blob_bytes_total',
    help: 'Bytes to and from blob storage.',
    labelNames: ['location', 'way'],
    registers,
    collect,
  });
  const uses = new Map<Which, () => number>();
  registry.registerMetric(
    new Gauge({
      name: 'bough_key_uses',
      help: 'How often the newest key of a location has sealed something, at most. It is to be rotated at 2^30.',
      labelNames: ['location'],
      registers: [],
      collect() {
        for (const [location, count] of uses) this.set({ location }, count());
      },
    }),
  );
  return {
    wornKeys: () => [...uses].flatMap(([location, count]) => (count() >= WORN_USES ? [location] : [])),
    meter: (location) => ({
      countKey: (count) => void uses.set(location, count),
      record(call: StoreCall, { outcome, tookMs, up, down }) {
        timingNow()?.gather('storage', tookMs);
        observed.note(() => {
          seconds.observe({ location, call, outcome }, tookMs / 1_000);
          bytes.inc({ location, way: 'up' }, up);
          bytes.inc({ location, way: 'down' }, down);
        });
      },
    }),
    ...gauges(registry),
    readElsewhere: () => readElsewhere(registry),
  };
}

/** What is read when somebody looks. */
function gauges(registry: Registry): Omit<StoreMetrics, 'meter' | 'wornKeys' | 'readElsewhere'> {
  return {
    openDocuments(read) {
      addGauge(registry, 'bough_open_documents', 'Documents that are open.', () => read().documents);
      addGauge(
        registry,
        'bough_open_documents_bytes',
        'About how much memory open documents take.',
        () => read().bytes,
      );
    },
    upkeep(read) {
      const walk = (name: string, what: string, value: (walk: NonNullable<Walk['last']>) => number): void => {
        registry.registerMetric(
          new Gauge({
            name,
            help: what,
            labelNames: ['walk'],
            registers: [],
            collect() {
              for (const [label, { last }] of Object.entries(read().walks)) {
                if (last !== null) this.set({ walk: label }, value(last));
              }
            },
          }),
        );
      };
      const ended = 'When upkeep had last seen every document, in seconds since 1970.';
      walk('bough_upkeep_ended_seconds', ended, (last) => last.endedAt / 1_000);
      walk('bough_upkeep_documents', 'How many documents that were.', ({ tally }) => tally.documents);
      walk('bough_upkeep_found', 'With how many of them something is wrong.', ({ tally }) => tally.found);
      walk('bough_upkeep_repaired', 'How many objects were repaired.', ({ tally }) => tally.repaired);
    },
    secondOpen(read) {
      const what = 'Whether the second location has been opened: 0 while it cannot be reached.';
      addGauge(registry, 'bough_second_location_open', what, () => Number(read()));
    },
    lag(read) {
      const unsure = 'Documents that may lack something there: nobody knows before it can be asked.';
      addGauge(registry, 'bough_second_location_unsure', unsure, () => read().unsure);
      const apart = 'Documents that went apart in the two locations: a person has to settle them.';
      addGauge(registry, 'bough_second_location_apart', apart, () => read().apart.length);
      addGauge(
        registry,
        'bough_second_location_behind',
        'Documents that the second location does not have wholly.',
        () => read().logs,
      );
      const changes = 'How many changes it lacks of them.';
      addGauge(registry, 'bough_second_location_behind_changes', changes, () => read().changes);
      const what = 'How long the oldest of them has been behind.';
      addGauge(registry, 'bough_second_location_behind_seconds', what, () => read().oldestMs / 1_000);
    },
  };
}

function readElsewhere(registry: Registry): (isMended: boolean) => void {
  const counter = new Counter({
    name: 'bough_objects_read_elsewhere_total',
    help: 'Objects that were damaged or missing in the first location and were read from the second; mended: they are whole again.',
    labelNames: ['mended'],
    registers: [registry],
  });
  // An alert sees the first of them only if there were none before.
  for (const mended of ['yes', 'no']) counter.inc({ mended }, 0);
  return (isMended) => counter.inc({ mended: isMended ? 'yes' : 'no' });
}
