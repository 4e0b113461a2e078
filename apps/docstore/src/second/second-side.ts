import {
  type BlobStore,
  DEFAULT_BACKOFF,
  type Head,
  type Lag,
  LateMarks,
  type LogPorts,
  Mirror,
  MirroredUntil,
} from '@bough/bloblog';
import type { Component, Platform, Settings } from '@bough/service';
import { type Location, type LocationSettings, openLocation, placeOf, secondLocation } from '../locations/locations.ts';
import type { StoreMetrics } from '../watch/store-metrics.ts';
import { CatchUp } from './catch-up.ts';
import { lagWatch } from './lag-watch.ts';
import { knownWatch } from './known-watch.ts';
import { LostChanges } from './lost-changes.ts';
import { noteOf, SecondLocation, type SecondStatus } from './second-location.ts';
import type { docstoreSettings } from '../settings.ts';

/** Everything about the second location that documents need, and what keeps it up to date. */
export interface SecondSide {
  /** What documents are made with. */
  readonly documents: {
    readonly second: BlobStore;
    readonly beforeHead: (document: string, head: Head | null) => Promise<boolean>;
    readonly afterHead: (head: Head) => Promise<void>;
    readonly afterReplaced: (head: Head, keys: readonly string[]) => void;
    readonly mirrored: (document: string) => number;
  };
  readonly lag: () => Lag;
  /** Whether it cannot be reached now. */
  readonly isAway: () => boolean;
  /** In the order in which they start: it is closed by the first of them, last of all. */
  readonly components: readonly Component[];
}

type DocstoreSettings = Settings<typeof docstoreSettings>;

const SECOND_MS = 1_000;
/** What opening a document waits for a second location that gives no answer. */
const PATIENCE_MS = 1_500;

/** Opens the second location, where there is one. In `sync` nothing goes on without it; in `async` it is used as soon as it can be. */
export async function openSecondSide(
  platform: Platform,
  settings: DocstoreSettings,
  parts: { readonly ports: LogPorts; readonly first: BlobStore; readonly metrics: StoreMetrics },
): Promise<SecondSide | null> {
  const locationSettings = secondLocation(settings);
  if (locationSettings === null) return null;
  const { ports, first, metrics } = parts;
  const { log } = platform;
  const isSync = settings.BOUGH_SECOND_MODE === 'sync';
  const statuses = new Statuses();
  const second = isSync
    ? await openNow(platform, locationSettings, metrics)
    : await openInTime(platform, locationSettings, metrics, (status) => statuses.tell(status));
  const marks = new LateMarks(first);
  const mirror = new Mirror({ ports, first, second: second.store, marks }, { backoff: DEFAULT_BACKOFF });
  const isOpen = (): boolean => second.status().kind === 'open';
  const lost = new LostChanges(
    { ports, first, second: second.store, mirror, isOpen, log },
    { patienceMs: isSync ? null : PATIENCE_MS },
  );
  const place = placeOf(locationSettings);
  const until = new MirroredUntil({ clock: platform.clock, first, self: platform.ids.short(), of: place });
  const known = knownWatch({ clock: platform.clock, mirror, until, log });
  const onCompared = (beganAt: number): void => known.begin(beganAt);
  const catchUp = new CatchUp({ ports, first, second: second.store, marks, mirror, log, place, isOpen, onCompared });
  metrics.secondOpen(isOpen);
  metrics.lag(() => mirror.lag());
  const start = async (): Promise<void> => {
    if (isSync) return;
    void catchUp.takeOver().then(() => statuses.listen((status) => void catchUp.statusChanged(status)));
  };
  return {
    documents: {
      second: second.store,
      beforeHead: (document, head) => lost.look(document, head),
      afterHead: async (head) => (isSync ? mirror.copy(head) : mirror.note(head)),
      afterReplaced: (head, keys) => mirror.dropReplaced(head, keys),
      mirrored: (document) => mirror.reached(document),
    },
    lag: () => mirror.lag(),
    isAway: () => !isOpen(),
    components: [
      { name: 'second location', stop: async () => second.close(), note: () => noteOf(second.status(), mirror.lag()) },
      { name: 'mirror', start, drain: () => mirror.close() },
      known.component,
      lagWatch(
        { clock: platform.clock, log, lag: () => mirror.lag() },
        { limitMs: settings.BOUGH_SECOND_BEHIND_S * SECOND_MS },
      ),
    ],
  };
}

interface Opened {
  readonly store: BlobStore;
  readonly status: () => SecondStatus;
  readonly close: () => void;
}

async function openNow(platform: Platform, settings: LocationSettings, metrics: StoreMetrics): Promise<Opened> {
  const location = await openLocation(platform, 'second', settings, metrics.meter('second'));
  return { store: location.store, close: () => location.close(), status: () => ({ kind: 'open' }) };
}

async function openInTime(
  platform: Platform,
  settings: LocationSettings,
  metrics: StoreMetrics,
  tell: (status: SecondStatus) => void,
): Promise<Opened> {
  const { log } = platform;
  const open = (): Promise<Location> => openLocation(platform, 'second', settings, metrics.meter('second'));
  const onStatus = (status: SecondStatus): void => {
    if (status.kind === 'open') log.info('the second location is open');
    else log.error('the second location is away: documents are kept in the first alone', { error: status.why });
    tell(status);
  };
  const second = await SecondLocation.open({ ports: platform, open, onStatus });
  return { store: second.store, status: () => second.status, close: () => second.close() };
}

/** The last status, and all that follow, to whoever listens. */
class Statuses {
  #last: SecondStatus | null = null;
  #listener: (status: SecondStatus) => void = () => undefined;

  tell(status: SecondStatus): void {
    this.#last = status;
    this.#listener(status);
  }

  listen(listener: (status: SecondStatus) => void): void {
    this.#listener = listener;
    if (this.#last !== null) listener(this.#last);
  }
}
