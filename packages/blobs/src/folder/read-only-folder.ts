import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blob, BlobStore } from '@bough/bloblog';
import { openToRead } from '@bough/disk';
import { BlobFailure } from '../failure.ts';
import { etagOf } from '../etag.ts';
import { isNotThere } from './folder-files.ts';
import { BEHIND_ALL, type ListedRows, listFolder } from './folder-list.ts';
import { holdsFiles, isJournalThere, noJournal } from './folder-whole.ts';
import { journalOf } from './journal-path.ts';
import { checkKey } from '../object-key.ts';

/** A folder that is only read, with its end. */
export interface ReadOnlyFolder extends BlobStore {
  close(): void;
}

/**
 * Opens a folder to be read: nothing is made or changed in it, so that it may be mounted read-only, or not be there: then it is empty.
 * Others may write to it meanwhile. Throws where its journal was lost, unless that is accepted.
 */
export async function openReadOnlyFolder({
  folder,
  loss = 'refuse',
}: {
  readonly folder: string;
  readonly loss?: 'refuse' | 'accept';
}): Promise<ReadOnlyFolder> {
  const path = journalOf(folder);
  const isThere = await isJournalThere(path);
  if (!isThere && loss === 'refuse' && (await holdsFiles(folder))) throw noJournal(folder);
  const rows = isThere ? rowsOf(path) : NO_ROWS;
  const read = async (key: string): Promise<Blob | null> => {
    checkKey(key);
    const row = rows.read(key);
    if (row !== null) return row;
    const bytes = await readFile(join(folder, key)).catch(nullWhereNothing);
    // A row that was there a moment ago may have been settled into its file since.
    return rows.read(key) ?? (bytes === null ? null : { bytes, etag: etagOf(bytes) });
  };
  return {
    get: async (key, options) => {
      const blob = await read(key);
      if (blob === null || options?.range === undefined) return blob;
      return { bytes: blob.bytes.subarray(options.range.from, options.range.to), etag: blob.etag };
    },
    getIfChanged: async (key, etag) => {
      const blob = await read(key);
      return blob === null ? 'absent' : blob.etag === etag ? 'unchanged' : blob;
    },
    list: (prefix, options) =>
      listFolder(folder, { prefix, after: options?.after ?? null, limit: options?.limit ?? 1_000 }, rows),
    createIfAbsent: refuse,
    replaceIf: refuse,
    put: refuse,
    remove: refuse,
    close: () => rows.close(),
  };
}

interface ReadRows extends ListedRows {
  read(key: string): Blob | null;
  close(): void;
}

const NO_ROWS: ReadRows = { read: () => null, facts: () => null, keys: () => [], close: () => undefined };

function rowsOf(path: string): ReadRows {
  const { raw, close } = openToRead(path);
  const one = raw.prepare('SELECT etag, bytes FROM objects WHERE key = ?');
  const facts = raw.prepare('SELECT at, length(bytes) AS size FROM objects WHERE key = ?');
  const keys = raw.prepare('SELECT key FROM objects WHERE key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?');
  return {
    read: (key) => {
      const { etag, bytes } = one.get(key) ?? {};
      return bytes instanceof Uint8Array ? { etag: String(etag), bytes: Buffer.from(bytes) } : null;
    },
    facts: (key) => {
      const row = facts.get(key);
      return row === undefined ? null : { size: Number(row['size']), modifiedAt: Number(row['at']) };
    },
    keys: ({ prefix, after, limit }) =>
      keys.all(prefix, `${prefix}${BEHIND_ALL}`, after ?? '', limit).map((row) => String(row['key'])),
    close,
  };
}

function nullWhereNothing(error: unknown): null {
  if (isNotThere(error)) return null;
  throw error;
}

async function refuse(key: string): Promise<never> {
  throw new BlobFailure(`${key}: this folder is only read`, { kind: 'denied', code: 'blobs/denied' });
}
