import { existsSync } from 'node:fs';
import { type Clock, Failure, type Ids, type Random } from '@bough/base';
import {
  type BlobStore,
  DEFAULT_BACKOFF,
  isStoreFull,
  type LogPorts,
  meteredStore,
  retryingStore,
  sealedStore,
  type StoreMeter,
} from '@bough/bloblog';
import {
  checkConditions,
  hasRoom,
  nodeCiphers,
  nodeCompression,
  nodeDigest,
  openFolderStore,
  openReadOnlyFolder,
  openS3Store,
  type S3Settings,
} from '@bough/blobs';
import { mayWriteIn } from '@bough/disk';
import { type MadeSecret, type NamedKey, required, type Settings } from '@bough/service';
import { DocstoreFailure } from '../failure.ts';
import { openKeyUses } from './key-uses.ts';
import { markKeyWhereRoom, mustBeItsKey } from './key-mark.ts';
import { mustBeServed } from './move-key.ts';
import { mustHaveBeenUsed, mustNotBeEmptied, notePlace, type PlaceNote } from './kept-place.ts';
import type { docstoreSettings } from '../settings.ts';

/** One place where documents are kept, and the keys that seal it. */
export interface LocationSettings {
  readonly kind: 'folder' | 's3';
  readonly folder: string;
  /** Needed when the kind is s3. */
  readonly s3: S3Settings | null;
  readonly keys: readonly NamedKey[];
  /** Where it is noted which folder it is kept in; absent: nowhere. */
  readonly note?: PlaceNote;
}

/** A location that is open: proven, sealed, retrying. */
export interface Location {
  readonly store: BlobStore;
  /** The same objects as they stand there, sealed. */
  readonly raw: BlobStore;
  /** Ends the process where the first location is a folder that is not where it was opened any more. */
  mustStand(): void;
  close(): void;
}

/** One that may be written to. */
export interface WritableLocation extends Location {
  /** Whether it refused a write, as full, when it was opened. */
  readonly wasFull: boolean;
  /** Whether as much as is usually written finds room there. Asked once, and not measured: a full location is no broken one. */
  readonly hasRoom: () => Promise<boolean>;
}

type Ports = { readonly clock: Clock; readonly random: Random; readonly ids: Ids };

/** The log's ports on this platform. */
export function logPorts(ports: Ports): LogPorts {
  return { clock: ports.clock, random: ports.random, ids: ports.ids, digest: nodeDigest, compression: nodeCompression };
}

/** Which of the two locations. */
export type Which = 'first' | 'second';

/** Measures a location. */
export interface LocationMeter extends StoreMeter {
  /** Given what tells how often its newest key may have sealed. */
  readonly countKey?: (count: () => number) => void;
}

const NO_METER: LocationMeter = { record: () => undefined };
/** A check of a location takes seconds: what it left longer ago than this is not in use. */
const CHECKED_MS = 600_000;

/**
 * Opens a location and proves that it keeps conditions; throws a Failure that says which location it is, and why it cannot be used.
 * Nothing need be removed from the second one: who may only add to it may keep a copy there.
 */
export async function openLocation(
  ports: Ports,
  which: Which,
  settings: LocationSettings,
  meter = NO_METER,
): Promise<WritableLocation> {
  return await openServed(ports, which, settings, { meter, move: 'refused' });
}

/** As `openLocation`, whatever the location says of a move: for the command that moves it. */
export async function openToMove(ports: Ports, settings: LocationSettings): Promise<WritableLocation> {
  return await openServed(ports, 'first', settings, { meter: NO_METER, move: 'allowed' });
}

interface How {
  readonly meter: LocationMeter;
  /** Whether one that is being filled, or was moved away from, is refused. */
  readonly move: 'refused' | 'allowed';
}

async function openServed(ports: Ports, which: Which, settings: LocationSettings, how: How): Promise<WritableLocation> {
  try {
    return await opened(ports, which, settings, how);
  } catch (failure) {
    throw cannotBeUsed(which, settings, failure);
  }
}

async function opened(
  ports: Ports,
  which: Which,
  settings: LocationSettings,
  { meter, move }: How,
): Promise<WritableLocation> {
  const { raw, mustStand } = await openStore(ports, which, settings);
  try {
    const keys = settings.keys.map(({ kid, key }) => ({ id: kid, bytes: key }));
    const retrying = retryingStore(meteredStore(raw, meter, ports.clock), ports, DEFAULT_BACKOFF);
    if (move === 'refused') await mustBeServed(retrying);
    const uses = await openKeyUses(retrying, keys[0]?.id ?? '');
    meter.countKey?.(uses.count);
    const store = sealedStore(retrying, keys, { ...ports, ciphers: nodeCiphers, onSeal: () => uses.note() });
    const left = which === 'first' ? null : { before: ports.clock.now() - CHECKED_MS };
    // Before anything is written: what another key seals beside it would open with neither alone.
    await mustBeItsKey({ raw: retrying, store }, keys, 'location');
    const wasFull = await checkConditions(store, ports.random, left).then(() => false, mustBeFull);
    if (!wasFull) await markKeyWhereRoom(retrying, keys);
    const room = { wasFull, hasRoom: () => hasRoom(raw, ports.random) };
    return { store, raw: retrying, mustStand, close: () => raw.close(), ...room };
  } catch (failure) {
    raw.close();
    throw failure;
  }
}

/**
 * As `openLocation`, to be read alone: nothing is made or changed there, and a folder that is not there is empty. Others may write to it
 * meanwhile.
 */
export async function openLocationToRead(ports: Ports, which: Which, settings: LocationSettings): Promise<Location> {
  try {
    const { kind, folder, s3 } = settings;
    const raw = s3 !== null && kind === 's3' ? await openS3Store(s3) : await openReadOnlyFolder({ folder });
    const keys = settings.keys.map(({ kid, key }) => ({ id: kid, bytes: key }));
    const retrying = retryingStore(raw, ports, DEFAULT_BACKOFF);
    await mustBeServed(retrying);
    const store = sealedStore(retrying, keys, { ...ports, ciphers: nodeCiphers });
    await mustBeItsKey({ raw: retrying, store }, keys, 'location');
    return { store, raw: retrying, mustStand: () => undefined, close: () => raw.close() };
  } catch (failure) {
    throw cannotBeUsed(which, settings, failure);
  }
}

/** For commands that only read: a folder that may not be written to is opened all the same, and told; one that was never used is refused. */
export async function openToLookAt(
  ports: Ports,
  which: Which,
  settings: LocationSettings,
  say: (line: string) => void,
): Promise<Location> {
  const { kind, folder, note } = settings;
  if (kind === 's3') return await openLocation(ports, which, settings);
  try {
    if (note !== undefined) await mustHaveBeenUsed(note, folder);
  } catch (failure) {
    throw cannotBeUsed(which, settings, failure);
  }
  if (!existsSync(folder) || mayWriteIn(folder)) return await openLocation(ports, which, settings);
  say(`The ${which} location (${folder}) may not be written to: it is only read.`);
  return await openLocationToRead(ports, which, settings);
}

/** Without its second location docstore goes on; without its first it would confirm what nobody finds again. */
async function openStore(
  ports: Ports,
  which: Which,
  { kind, folder, s3, note }: LocationSettings,
): Promise<{ readonly raw: BlobStore & { close(): void }; readonly mustStand: () => void }> {
  if (s3 !== null && kind === 's3') return { raw: await openS3Store(s3), mustStand: () => undefined };
  if (note !== undefined) await mustNotBeEmptied(note, folder);
  const raw = await openFolderStore(ports, { folder, whenGone: which === 'first' ? 'end' : 'fail' });
  if (note !== undefined) await notePlace(note, folder);
  return { raw, mustStand: () => raw.mustStand() };
}

/** A full location is read all the same, and was proven when it was not. */
function mustBeFull(failure: unknown): true {
  if (isStoreFull(failure)) return true;
  throw failure;
}

function cannotBeUsed(which: Which, settings: LocationSettings, cause: unknown): DocstoreFailure {
  const { s3, folder } = settings;
  const place = s3 === null ? folder : `${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DocstoreFailure(`The ${which} location (${place}) cannot be used: ${why}`, {
    kind: cause instanceof Failure ? cause.kind : 'unavailable',
    code: 'docstore/location',
    ...(cause instanceof Failure && cause.hint !== undefined ? { hint: cause.hint } : {}),
    cause,
  });
}

/** The keys of both locations, where `npm start` made them. */
export const MADE_KEYS: readonly MadeSecret[] = [
  { setting: 'BOUGH_BLOBS_KEYS', file: 'blobs-keys' },
  { setting: 'BOUGH_SECOND_BLOBS_KEYS', file: 'second-blobs-keys' },
];

type DocstoreSettings = Settings<typeof docstoreSettings>;

/** The first location, from the settings. */
export function firstLocation(settings: DocstoreSettings): LocationSettings {
  return {
    kind: settings.BOUGH_BLOBS,
    folder: settings.BOUGH_BLOBS_FOLDER,
    s3: settings.BOUGH_BLOBS === 's3' ? s3Settings('BOUGH_S3_', settings) : null,
    keys: settings.BOUGH_BLOBS_KEYS,
    note: { data: settings.BOUGH_DATA, which: 'first' },
  };
}

/** The second location, from the settings, or null when there is none; throws when it has a key of the first. */
export function secondLocation(settings: DocstoreSettings): LocationSettings | null {
  if (settings.BOUGH_SECOND === 'none') return null;
  const keys = required(settings.BOUGH_SECOND_BLOBS_KEYS, 'BOUGH_SECOND_BLOBS_KEYS', 'BOUGH_SECOND is set');
  for (const first of settings.BOUGH_BLOBS_KEYS) {
    if (keys.some((key) => key.kid === first.kid || Buffer.from(key.key).equals(first.key))) {
      throw new DocstoreFailure('The two locations share a key, or the id of a key.', {
        kind: 'invalid',
        code: 'docstore/wrong-setting',
        hint: 'Give BOUGH_SECOND_BLOBS_KEYS different keys and ids: a person with access to one location must not be able to read the other.',
      });
    }
  }
  return {
    kind: settings.BOUGH_SECOND,
    folder: settings.BOUGH_SECOND_BLOBS_FOLDER,
    s3: settings.BOUGH_SECOND === 's3' ? s3Settings('BOUGH_SECOND_S3_', secondS3(settings)) : null,
    keys,
    note: { data: settings.BOUGH_DATA, which: 'second' },
  };
}

/** Where a location is, in a word. */
export function placeOf({ kind, folder, s3 }: LocationSettings): string {
  return s3 === null ? `${kind} ${folder}` : `${kind} ${s3.endpoint ?? s3.region} ${s3.bucket}`;
}

interface S3Fields {
  readonly BOUGH_S3_ENDPOINT: string | null;
  readonly BOUGH_S3_REGION: string;
  readonly BOUGH_S3_BUCKET: string | null;
  readonly BOUGH_S3_ACCESS_KEY: string | null;
  readonly BOUGH_S3_SECRET_KEY: string | null;
}

function secondS3(settings: DocstoreSettings): S3Fields {
  return {
    BOUGH_S3_ENDPOINT: settings.BOUGH_SECOND_S3_ENDPOINT,
    BOUGH_S3_REGION: settings.BOUGH_SECOND_S3_REGION,
    BOUGH_S3_BUCKET: settings.BOUGH_SECOND_S3_BUCKET,
    BOUGH_S3_ACCESS_KEY: settings.BOUGH_SECOND_S3_ACCESS_KEY,
    BOUGH_S3_SECRET_KEY: settings.BOUGH_SECOND_S3_SECRET_KEY,
  };
}

function s3Settings(prefix: 'BOUGH_S3_' | 'BOUGH_SECOND_S3_', fields: S3Fields): S3Settings {
  const because = prefix === 'BOUGH_S3_' ? 'BOUGH_BLOBS is s3' : 'BOUGH_SECOND is s3';
  return {
    endpoint: fields.BOUGH_S3_ENDPOINT,
    region: fields.BOUGH_S3_REGION,
    bucket: required(fields.BOUGH_S3_BUCKET, `${prefix}BUCKET`, because),
    accessKey: required(fields.BOUGH_S3_ACCESS_KEY, `${prefix}ACCESS_KEY`, because),
    secretKey: required(fields.BOUGH_S3_SECRET_KEY, `${prefix}SECRET_KEY`, because),
  };
}
