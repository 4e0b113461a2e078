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
  nodeCiphers,
  nodeCompression,
  nodeDigest,
  openFolderStore,
  openS3Store,
  type S3Settings,
} from '@bough/blobs';
import { type docstoreSettings, type NamedKey, required, type Settings } from '@bough/service';
import { DocstoreFailure } from './failure.ts';

/** One place where documents are kept, and the keys that seal it. */
export interface LocationSettings {
  readonly kind: 'folder' | 's3';
  readonly folder: string;
  /** Needed when the kind is s3. */
  readonly s3: S3Settings | null;
  readonly keys: readonly NamedKey[];
}

/** A location that is open: proven, sealed, retrying. */
export interface Location {
  readonly store: BlobStore;
  /** The same objects as they stand there, sealed. */
  readonly raw: BlobStore;
  close(): void;
}

type Ports = { readonly clock: Clock; readonly random: Random; readonly ids: Ids };

/** The log's ports on this platform. */
export function logPorts(ports: Ports): LogPorts {
  return { clock: ports.clock, random: ports.random, ids: ports.ids, digest: nodeDigest, compression: nodeCompression };
}

/** Which of the two locations. */
export type Which = 'first' | 'second';

const NO_METER: StoreMeter = { record: () => undefined };
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
): Promise<Location> {
  try {
    return await opened(ports, which, settings, meter);
  } catch (failure) {
    throw cannotBeUsed(which, settings, failure);
  }
}

async function opened(ports: Ports, which: Which, settings: LocationSettings, meter: StoreMeter): Promise<Location> {
  const raw =
    settings.s3 === null || settings.kind === 'folder'
      ? await openFolderStore(ports, { folder: settings.folder })
      : await openS3Store(settings.s3);
  try {
    const keys = settings.keys.map(({ kid, key }) => ({ id: kid, bytes: key }));
    const retrying = retryingStore(meteredStore(raw, meter, ports.clock), ports, DEFAULT_BACKOFF);
    const store = sealedStore(retrying, keys, { ...ports, ciphers: nodeCiphers });
    const left = which === 'first' ? null : { before: ports.clock.now() - CHECKED_MS };
    await checkConditions(store, ports.random, left).catch(unlessFull);
    return { store, raw: retrying, close: () => raw.close() };
  } catch (failure) {
    raw.close();
    throw failure;
  }
}

/** A full disk is read all the same, and was proven when it was not. */
function unlessFull(failure: unknown): void {
  if (!isStoreFull(failure)) throw failure;
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

type DocstoreSettings = Settings<typeof docstoreSettings>;

/** The first location, from the settings. */
export function firstLocation(settings: DocstoreSettings): LocationSettings {
  return {
    kind: settings.BOUGH_BLOBS,
    folder: settings.BOUGH_BLOBS_FOLDER,
    s3: settings.BOUGH_BLOBS === 's3' ? s3Settings('BOUGH_S3_', settings) : null,
    keys: settings.BOUGH_BLOBS_KEYS,
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
        hint: 'Give BOUGH_SECOND_BLOBS_KEYS keys and ids of its own: whoever has one location must not be able to read the other.',
      });
    }
  }
  return {
    kind: settings.BOUGH_SECOND,
    folder: settings.BOUGH_SECOND_BLOBS_FOLDER,
    s3: settings.BOUGH_SECOND === 's3' ? s3Settings('BOUGH_SECOND_S3_', secondS3(settings)) : null,
    keys,
  };
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
