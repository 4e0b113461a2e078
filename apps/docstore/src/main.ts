import { docstoreSettings, runService } from '@bough/service';
import { assetRoutes } from './assets/asset-routes.ts';
import { Assets } from './assets/assets.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { KEPT_EXPORTS, KeptExports } from './exports/kept-exports.ts';
import { Documents } from './documents.ts';
import { boundGarbage } from './garbage.ts';
import { identityOf } from './location-identity.ts';
import { firstLocation, logPorts, openLocation } from './locations.ts';
import { documentRoutes } from './routes.ts';
import { SecondCopies } from './second/second-copies.ts';
import { openSecondSide } from './second/second-side.ts';
import { documentsSettings } from './settings.ts';
import { storeMetrics } from './store-metrics.ts';
import { versionRoutes } from './versions/version-routes.ts';
import { Versions } from './versions/versions.ts';

boundGarbage();
await runService('docstore', docstoreSettings, async (platform, settings) => {
  const metrics = storeMetrics(platform.metrics.registry);
  const ports = logPorts(platform);
  const first = await openLocation(platform, 'first', firstLocation(settings), metrics.meter('first'));
  const location = await identityOf(first.raw, firstLocation(settings));
  if (location === null) platform.log.error('the first location has no identity, and none can be written there');
  const second = await openSecondSide(platform, settings, { ports, first: first.store, metrics });
  const documents = new Documents(
    { ports, store: first.store, second: null, ...second?.documents, ...(location === null ? {} : { location }) },
    documentsSettings(settings),
  );
  const isSync = settings.BOUGH_SECOND_MODE === 'sync';
  const onTrouble = (error: unknown): void =>
    platform.log.warn('an image or a name is not in the second location yet: it is tried again', { error });
  const copies = new SecondCopies(
    { ports, first: first.store, second: second?.documents.second ?? null, onTrouble },
    { isSync },
  );
  const mustTake = documents.mustTake.bind(documents);
  const assets = new Assets({ ports, first: first.store, copies, mustTake });
  const versions = new Versions({ ports, first: first.store, copies, documents });
  const onSweepTrouble = (error: unknown): void =>
    platform.log.warn('old exports were not removed: they are looked for again', { error });
  const exports = new KeptExports({ clock: ports.clock, store: first.store, onTrouble: onSweepTrouble }, KEPT_EXPORTS);
  metrics.openDocuments(() => documents.load);
  return [
    { name: 'first location', stop: async () => first.close() },
    ...(second?.components ?? []),
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
