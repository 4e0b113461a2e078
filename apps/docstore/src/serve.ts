import type { BlobStore } from '@bough/bloblog';
import { closeToOthers, type Component, type Platform, runService, type Settings, TaskThreads } from '@bough/service';
import { assetRoutes } from './assets/asset-routes.ts';
import { Assets } from './assets/assets.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { KEPT_EXPORTS, KeptExports } from './exports/kept-exports.ts';
import { Documents } from './documents/documents.ts';
import { type FreeRoom, watchRoom } from './watch/free-room.ts';
import { commandNoteRoutes } from './command-notes/command-note-routes.ts';
import { identityOf } from './locations/location-identity.ts';
import {
  firstLocation,
  type Location,
  logPorts,
  openLocation,
  secondLocation,
  type WritableLocation,
} from './locations/locations.ts';
import { FirstOpen } from './migration/first-open.ts';
import { MapNews } from './reading/map-news.ts';
import { FOLDS } from './moments/fold-threads.ts';
import { placeWatch } from './watch/place-watch.ts';
import { documentRoutes } from './routes.ts';
import { SecondCopies } from './second/second-copies.ts';
import { wholeStore } from './second/whole-store.ts';
import { openSecondSide, type SecondSide } from './second/second-side.ts';
import { docstoreSettings, documentsSettings } from './settings.ts';
import { wornKeyWatch } from './watch/worn-key-watch.ts';
import { storeMetrics } from './watch/store-metrics.ts';
import { upkeepRoutes } from './upkeep/upkeep-routes.ts';
import { Upkeep } from './upkeep/upkeep.ts';
import { versionRoutes } from './versions/version-routes.ts';
import { Versions } from './versions/versions.ts';

type DocstoreSettings = Settings<typeof docstoreSettings>;

const DAY_MS = 86_400_000;

/** Runs a docstore until it is told to stop. `entry` is the main.ts of this process, where its threads begin. */
export async function serveDocstore(entry: URL): Promise<void> {
  await runService('docstore', docstoreSettings, (platform, settings) => serve(entry, platform, settings));
}

async function serve(entry: URL, platform: Platform, settings: DocstoreSettings): Promise<Component[]> {
  const metrics = storeMetrics(platform.metrics.registry);
  const ports = logPorts(platform);
  for (const location of [firstLocation(settings), secondLocation(settings)])
    if (location?.kind === 'folder') closeToOthers(location.folder, platform.log);
  const first = await openLocation(platform, 'first', firstLocation(settings), metrics.meter('first'));
  const location = await identityOf(first.raw, firstLocation(settings));
  if (location === null) platform.log.error('the first location has no identity, and none can be written there');
  const second = await openSecondSide(platform, settings, { ports, first: first.store, metrics });
  const whole = wholeStore({ ports, log: platform.log, metrics }, first.store, second);
  const room = await roomOf(platform, settings, first, whole);
  const { store } = room;
  const places = { ports, first: store, second: second?.documents.second ?? null, log: platform.log };
  const firstOpen = FirstOpen.of(settings.BOUGH_MIGRATE_FROM, places);
  const opening = { ...second?.documents, ...firstOpen?.before(second?.documents.beforeHead) };
  const named = location === null ? {} : { location };
  const folds = new TaskThreads(FOLDS, { entry });
  const documents = new Documents(
    { ports, foldElsewhere: folds.run, ...room, removing: first.store, second: null, ...opening, ...named },
    documentsSettings(settings),
  );
  const isSync = settings.BOUGH_SECOND_MODE === 'sync';
  const onTrouble = (error: unknown): void =>
    platform.log.warn('an image or a name is not in the second location yet: it is tried again', { error });
  const copies = new SecondCopies({ ...places, onTrouble }, { isSync });
  const mustTake = documents.mustTake.bind(documents);
  const assets = new Assets({ ports, first: store, copies, mustTake });
  const versions = new Versions({ ports, first: store, copies, documents });
  const onSweepTrouble = (error: unknown): void =>
    platform.log.warn('old exports were not removed: they are looked for again', { error });
  const exports = new KeptExports({ clock: ports.clock, store, onTrouble: onSweepTrouble }, KEPT_EXPORTS);
  const upkeep = settings.BOUGH_UPKEEP
    ? new Upkeep(
        // It makes room: where a disk is full it may remove all the same.
        { ports, first: first.store, second: second?.documents.second ?? null, log: platform.log },
        { trashMs: settings.BOUGH_TRASH_DAYS * DAY_MS },
      )
    : null;
  if (upkeep !== null) metrics.upkeep(() => upkeep.state);
  metrics.openDocuments(() => documents.load);
  return [
    { name: 'storage', stop: async () => first.close() },
    room.component,
    placeWatch(platform.clock, first),
    wornKeyWatch(platform, metrics.wornKeys),
    ...(second?.components ?? []),
    ...(firstOpen === null ? [] : [firstOpen]),
    { name: 'documents', drain: () => documents.close(), stop: () => folds.stop() },
    { name: 'copies', drain: () => copies.drain() },
    { name: 'exports', start: async () => exports.start(), stop: () => exports.stop() },
    ...(upkeep === null ? [] : [upkeep]),
    platform.server([
      ...documentRoutes(documents, assets, new MapNews({ clock: ports.clock, documents })),
      ...assetRoutes(documents, assets),
      ...versionRoutes(documents, versions),
      ...exportRoutes(documents, exports),
      ...commandNoteRoutes(() => reachable(first, second)),
      ...upkeepRoutes(first.store, { isFull: room.isFull, wornKeys: metrics.wornKeys, second }),
    ]),
  ];
}

/** The locations as they can be asked now; past what keeps a full disk from being written to, so that something can be removed. */
function reachable(first: Location, second: SecondSide | null): readonly BlobStore[] {
  return second === null || second.isAway() ? [first.store] : [first.store, second.documents.second];
}

/** What of the first location depends on room; `store` is what it is written through. */
async function roomOf(
  { clock, log, metrics }: Platform,
  settings: DocstoreSettings,
  location: WritableLocation,
  store: BlobStore,
): Promise<FreeRoom> {
  const watched = { settings: firstLocation(settings), location, reserveMb: settings.BOUGH_RESERVE_MB };
  return await watchRoom({ clock, log, registry: metrics.registry }, store, watched);
}
