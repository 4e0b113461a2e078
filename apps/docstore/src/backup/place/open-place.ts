import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock, Ids, Random } from '@bough/base';
import { type BlobStore, type ListPage, retryingStore, DEFAULT_BACKOFF, sealedStore } from '@bough/bloblog';
import { checkConditions, nodeCiphers, openFolderStore, openReadOnlyFolder, openS3Store } from '@bough/blobs';
import { type backupSettings, type NamedKey, required, type Settings } from '@bough/service';
import type { BackupPlace } from '../write/back-up.ts';
import { markKey, mustBeItsKey } from '../../locations/key-mark.ts';

type BackupSettings = Settings<typeof backupSettings>;
type Ports = { readonly clock: Clock; readonly random: Random; readonly ids: Ids };

/** Where a backup stands, as it is written: a folder, or `s3://BUCKET/FOLDER`. */
export type Target =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** What is done there: backups are made, read, or forgotten, for which there need not be room for anything. */
export type PlaceUse = 'new' | 'there' | 'thinned';

/**
 * One of these is in a folder that is there already. What is only read may be of 0.1.0, or have nothing but secrets; who would write where a
 * location is, or a data folder, which have `heads` and `secrets` too, would make a journal there in the place of one that was lost.
 */
const MARKS: Readonly<Record<PlaceUse, readonly string[]>> = {
  new: [],
  there: ['manifests', 'heads', 'secrets'],
  thinned: ['manifests'],
};
/** What an address begins with; one letter is a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** Reads a target; null: it is neither. An address of another kind is no folder: a backup that stays here is not away from here. */
export function parseTarget(words: string): Target | null {
  if (words === '' || words.startsWith('-')) return null;
  if (!words.startsWith('s3://')) return SCHEME.test(words) ? null : { kind: 'folder', folder: resolve(words) };
  const [bucket = '', ...parts] = words.slice('s3://'.length).split('/');
  const names = parts.filter((part) => part !== '');
  const isGood =
    /^[a-z0-9][a-z0-9.-]{2,62}$/.test(bucket) && names.every((name) => /^[A-Za-z0-9_-][\w.-]*$/.test(name));
  return isGood ? { kind: 's3', bucket, prefix: names.map((name) => `${name}/`).join('') } : null;
}

/** What stands at the target, as it stands there; a folder that is only read must be one of backups. */
export async function openRaw(
  ports: Ports,
  settings: BackupSettings,
  target: Target,
  how: PlaceUse,
): Promise<{ readonly raw: BlobStore; close(): void }> {
  if (target.kind === 's3') {
    const because = 'the backup is in s3://';
    const store = await openS3Store({
      endpoint: settings.BOUGH_BACKUP_S3_ENDPOINT,
      region: settings.BOUGH_BACKUP_S3_REGION,
      bucket: target.bucket,
      accessKey: required(settings.BOUGH_BACKUP_S3_ACCESS_KEY, 'BOUGH_BACKUP_S3_ACCESS_KEY', because),
      secretKey: required(settings.BOUGH_BACKUP_S3_SECRET_KEY, 'BOUGH_BACKUP_S3_SECRET_KEY', because),
    });
    const raw = retryingStore(storeBelow(store, target.prefix), ports, DEFAULT_BACKOFF);
    return { raw, close: () => store.close() };
  }
  if (statSync(target.folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`${target.folder} is a file, and a place of backups is a folder. Nothing was done.`);
  const isThere = MARKS[how].some((name) => existsSync(join(target.folder, name)));
  if (how !== 'new' && !isThere) throw new Error(`There is no backup in ${target.folder}.`);
  // Nothing in it is ever replaced but who writes there: a copy without its journal is whole.
  const where = { folder: target.folder, loss: 'accept' } as const;
  const store = how === 'there' ? await openReadOnlyFolder(where) : await openFolderStore(ports, where);
  return { raw: retryingStore(store, ports, DEFAULT_BACKOFF), close: () => store.close() };
}

/**
 * Opens a backup's place with the backup's own keys, which must be those that sealed what is there; for one that is to be written, proves
 * that it keeps conditions.
 */
export async function openPlace(
  ports: Ports,
  settings: BackupSettings,
  { target, keys, how }: { readonly target: Target; readonly keys: readonly NamedKey[]; readonly how: PlaceUse },
): Promise<BackupPlace> {
  const opened = await openRaw(ports, settings, target, how);
  const { raw } = opened;
  const sealing = keys.map(({ kid, key }) => ({ id: kid, bytes: key }));
  const store = sealedStore(raw, sealing, { ...ports, ciphers: nodeCiphers });
  try {
    await mustBeItsKey({ raw, store }, sealing, 'backups');
    const [newest] = sealing;
    if (how === 'new' && newest !== undefined) {
      await checkConditions(store, ports.random);
      await markKey(raw, newest);
    }
    return { store, raw, close: () => opened.close() };
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

/** The part of a store whose keys begin with the prefix, without it. */
function storeBelow(store: BlobStore, prefix: string): BlobStore {
  if (prefix === '') return store;
  return {
    get: (key, options) => store.get(prefix + key, options),
    getIfChanged: (key, etag, options) => store.getIfChanged(prefix + key, etag, options),
    createIfAbsent: (key, bytes, options) => store.createIfAbsent(prefix + key, bytes, options),
    replaceIf: (key, etag, bytes, options) => store.replaceIf(prefix + key, etag, bytes, options),
    put: (key, bytes, options) => store.put(prefix + key, bytes, options),
    remove: (key, options) => store.remove(prefix + key, options),
    list: async (below, options = {}) => {
      const after = options.after == null ? null : prefix + options.after;
      const page: ListPage = await store.list(prefix + below, { ...options, after });
      const entries = page.entries.map((entry) => ({ ...entry, key: entry.key.slice(prefix.length) }));
      return { entries, next: page.next === null ? null : page.next.slice(prefix.length) };
    },
  };
}
