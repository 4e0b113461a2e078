import { DEFAULT_BACKOFF, type Head, Mirror } from '@bough/bloblog';
import { docstoreSettings, type Platform, runService } from '@bough/service';
import { assetRoutes } from './assets/asset-routes.ts';
import { Assets } from './assets/assets.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { KEPT_EXPORTS, KeptExports } from './exports/kept-exports.ts';
import { Documents } from './documents.ts';
import { boundGarbage } from './garbage.ts';
import {
  firstLocation,
  type Location,
  type LocationSettings,
  logPorts,
  openLocation,
  secondLocation,
} from './locations.ts';
import { documentRoutes } from './routes.ts';
import { SecondCopies } from './second-copies.ts';
import { noteOf, SecondLocation } from './second-location.ts';
import { documentsSettings } from './settings.ts';
import { type StoreMetrics, storeMetrics } from './store-metrics.ts';
import { versionRoutes } from './versions/version-routes.ts';
import { Versions } from './versions/versions.ts';

/** In `sync` nothing goes on without it; else it is used as soon as it can be. */
async function openSecond(
  platform: Platform,
  settings: LocationSettings,
  metrics: StoreMetrics,
  isSync: boolean,
): Promise<Pick<SecondLocation, 'store' | 'status' | 'close'>> {
  const open = (): Promise<Location> => openLocation(platform, 'second', settings, metrics.meter('second'));
  const second = isSync
    ? { ...(await open()), status: { kind: 'open' } as const }
    : await SecondLocation.open({
        ports: platform,
        open,
        onStatus: (status) => {
          if (status.kind === 'open') platform.log.info('the second location is open');
          else platform.log.error('started without the second location: it is tried again', { error: status.why });
        },
      });
  metrics.secondOpen(() => second.status.kind === 'open');
  return second;
}

boundGarbage();
await runService('docstore', docstoreSettings, async (platform, settings) => {
  const metrics = storeMetrics(platform.metrics.registry);
  const ports = logPorts(platform);
  const secondSettings = secondLocation(settings);
  const isSync = settings.BOUGH_SECOND_MODE === 'sync';
  const [first, second] = await Promise.all([
    openLocation(platform, 'first', firstLocation(settings), metrics.meter('first')),
    secondSettings && openSecond(platform, secondSettings, metrics, isSync),
  ]);
  const mirror =
    second && new Mirror({ ports, first: first.store, second: second.store }, { backoff: DEFAULT_BACKOFF });
  const afterHead = async (head: Head): Promise<void> => (isSync ? mirror?.copy(head) : mirror?.note(head));
  const replaced =
    mirror === null ? {} : { afterReplaced: (head: Head, keys: readonly string[]) => mirror.dropReplaced(head, keys) };
  const documents = new Documents(
    { ports, store: first.store, second: second?.store ?? null, afterHead, ...replaced },
    documentsSettings(settings),
  );
  const onTrouble = (error: unknown): void =>
    platform.log.warn('an image or a name is not in the second location yet: it is tried again', { error });
  const copies = new SecondCopies({ ports, first: first.store, second: second?.store ?? null, onTrouble }, { isSync });
  const mustTake = documents.mustTake.bind(documents);
  const assets = new Assets({ ports, first: first.store, copies, mustTake });
  const versions = new Versions({ ports, first: first.store, copies, documents });
  const onSweepTrouble = (error: unknown): void =>
    platform.log.warn('old exports were not removed: they are looked for again', { error });
  const exports = new KeptExports({ clock: ports.clock, store: first.store, onTrouble: onSweepTrouble }, KEPT_EXPORTS);
  metrics.openDocuments(() => documents.load);
  if (mirror !== null) metrics.lag(() => mirror.lag());
  return [
    { name: 'locations', stop: async () => (first.close(), second?.close()) },
    { name: 'second location', note: () => (mirror && second ? noteOf(second.status, mirror.lag()) : null) },
    { name: 'mirror', drain: async () => mirror?.close() },
    { name: 'documents', drain: () => documents.close() },
    { name: 'copies', drain: () => copies.drain() },
    { name: 'exports', start: async () => exports.start(), stop: () => exports.stop() },
    platform.server([
      ...documentRoutes(documents, assets),
      ...assetRoutes(documents, assets),
      ...versionRoutes(documents, versions),
      ...exportRoutes(documents, exports),
    ]),
  ];
});
