import { type Clock, Failure } from '@bough/base';
import { type BlobStore, isStoreFull } from '@bough/bloblog';
import { roomOnDisk, type RoomPlace, RoomWatch } from '@bough/disk';
import { addGauge, type Component, type Log } from '@bough/service';
import type { Registry } from 'prom-client';
import type { LocationSettings, WritableLocation } from '../locations/locations.ts';
import { DocstoreFailure } from '../failure.ts';

// While the disk or the bucket of the first location has no room, docstore is read-only: it starts, opens and answers, and refuses what is new
// at the door, so that nobody waits for a write that cannot be, and no document is thrown away over one. A disk says what is free on it. A
// bucket does not: it is full once it refuses a write as full, and until an object can be kept there.

/** What of the first location depends on room. */
export interface FreeRoom {
  /** The store; it takes nothing new while there is no room. Removing is always possible. */
  readonly store: BlobStore;
  /** Throws `docstore/full` while there is none. */
  mustHaveRoom(): void;
  readonly isFull: () => boolean;
  readonly component: Component;
}

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
}

const MB = 1024 * 1024;

/** What is watched. */
export interface Watched {
  readonly settings: Pick<LocationSettings, 'kind' | 'folder' | 's3'>;
  readonly location: Pick<WritableLocation, 'wasFull' | 'hasRoom'>;
  /** How much of a disk is kept free. */
  readonly reserveMb: number;
}

/** Watches the room of the first location, looked at once before this resolves. */
export async function watchRoom(
  { clock, log, registry }: Parts,
  store: BlobStore,
  { settings, location, reserveMb }: Watched,
): Promise<FreeRoom> {
  const isDisk = settings.kind === 'folder';
  const reserveBytes = isDisk ? reserveMb * MB : 0;
  const onChange = (isFull: boolean): void => {
    const facts = isDisk
      ? { folder: settings.folder, freeMb: Math.floor(watch.freeBytes / MB), reserveMb }
      : { bucket: settings.s3?.bucket, endpoint: settings.s3?.endpoint };
    if (isFull) log.error('there is no room left: documents are read-only until there is', facts);
    else log.info('there is room again: documents take changes', facts);
  };
  const place = isDisk ? roomOnDisk(settings.folder) : roomInBucket(location);
  const watch = new RoomWatch({ clock, onChange, place }, { reserveBytes });
  if (location.wasFull) watch.refused();
  await watch.start();
  if (isDisk) addDiskGauges(registry, watch, reserveBytes);
  addGauge(registry, 'bough_read_only', 'Whether there is no room, so that nothing new is taken.', () =>
    Number(watch.isFull),
  );
  const mustHaveRoom = (): void => {
    if (watch.isFull) throw full();
  };
  return {
    store: storeWithRoom(store, mustHaveRoom, () => watch.refused()),
    mustHaveRoom,
    isFull: () => watch.isFull,
    component: {
      name: 'first location',
      note: () => (watch.isFull ? 'there is no room left: read-only until there is' : null),
      stop: async () => watch.stop(),
    },
  };
}

function roomInBucket({ hasRoom }: Pick<WritableLocation, 'hasRoom'>): RoomPlace {
  return { freeBytes: async () => Infinity, canKeep: hasRoom };
}

function addDiskGauges(registry: Registry, watch: RoomWatch, reserveBytes: number): void {
  addGauge(registry, 'bough_room_free_bytes', 'What is free on the disk of the first location.', () => watch.freeBytes);
  addGauge(registry, 'bough_room_reserve_bytes', 'What of it is kept free.', () => reserveBytes);
}

function storeWithRoom(store: BlobStore, mustHaveRoom: () => void, onRefused: () => void): BlobStore {
  const taking = async <T>(write: () => Promise<T>): Promise<T> => {
    mustHaveRoom();
    try {
      return await write();
    } catch (failure) {
      if (!isStoreFull(failure)) throw failure;
      onRefused();
      throw full(failure);
    }
  };
  return {
    ...store,
    createIfAbsent: (...asked) => taking(() => store.createIfAbsent(...asked)),
    replaceIf: (...asked) => taking(() => store.replaceIf(...asked)),
    put: (...asked) => taking(() => store.put(...asked)),
  };
}

function full(cause?: Failure): DocstoreFailure {
  return new DocstoreFailure('The server is full and cannot save anything new.', {
    kind: 'unavailable',
    code: 'docstore/full',
    cause,
  });
}
