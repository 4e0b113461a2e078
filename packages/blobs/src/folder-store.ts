import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock, Random } from '@bough/base';
import type { Blob, BlobStore, CallOptions, ETag, ListPage, PutOutcome } from '@bough/bloblog';
import { BlobFailure } from './failure.ts';
import { FolderFlushes, isNotThere, moveInto, sweepAside, writeAside } from './folder-files.ts';
import { listFolder } from './folder-list.ts';
import { FolderLocks } from './folder-locks.ts';
import { LastWritten } from './last-written.ts';
import { checkKey } from './object-key.ts';

// Objects as files: the object `a/b` is the file `a/b` below the folder, and its ETag is the beginning of the BLAKE2b of its bytes. Files are replaced by renaming, so a reader sees the old bytes or the new ones; whoever
// compares and replaces holds the key's lock (folder-locks.ts), so that between processes only one condition holds. What is
// written is flushed, file and folder, before it counts as written.

const OLD_MS = 3_600_000;
/** Of BLAKE2b's 512 bits, 258: half as dear as SHA-256 where the processor does not know that. */
const ETAG_LENGTH = 43;
/** Of what was written last, so much is remembered. */
const WRITTEN_BYTES = 4 * 1024 * 1024;

/** A folder as a blob store, with its end. */
export interface FolderStore extends BlobStore {
  /** Gives lock files back; nothing may be under way. */
  close(): void;
}

/** Opens the folder, makes it where it is missing, and throws a BlobFailure when it cannot be written. */
export async function openFolderStore(
  ports: { readonly clock: Clock; readonly random: Random },
  settings: { readonly folder: string },
): Promise<FolderStore> {
  const aside = join(settings.folder, '.aside');
  await orFailure(settings.folder, async () => {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await sweepAside(aside, async (path) => {
      const age = await orNull(() => stat(path));
      return age !== null && ports.clock.now() - age.mtimeMs > OLD_MS;
    });
    await unlink(await writeAside(aside, new Uint8Array()));
  });
  const locks = new FolderLocks(ports, { folder: join(settings.folder, '.locks') });
  return makeStore(settings.folder, aside, locks);
}

function makeStore(root: string, aside: string, locks: FolderLocks): FolderStore {
  const files = new Files(root, aside, locks);
  return {
    get: (key, options) =>
      answer(key, options, async () => {
        const blob = await files.read(key);
        if (blob === null || options?.range === undefined) return blob;
        return { bytes: blob.bytes.subarray(options.range.from, options.range.to), etag: blob.etag };
      }),
    getIfChanged: (key, etag, options) =>
      answer(key, options, async () => {
        const blob = await files.read(key);
        if (blob === null) return 'absent';
        return blob.etag === etag ? 'unchanged' : blob;
      }),
    createIfAbsent: (key, bytes) => files.tryWrite(key, bytes, (there) => there === null),
    replaceIf: (key, etag, bytes) => files.tryWrite(key, bytes, (there) => there?.etag === etag),
    put: (key, bytes, options) =>
      answer(key, options, async () => {
        await files.writeWhen(key, bytes, () => true);
      }),
    list: (prefix, options) =>
      answer(prefix, options, (): Promise<ListPage> => {
        return listFolder(root, { prefix, after: options?.after ?? null, limit: options?.limit ?? 1_000 });
      }),
    remove: (key, options) => answer(key, options, () => files.remove(key)),
    close: () => locks.close(),
  };
}

class Files {
  readonly #root: string;
  readonly #aside: string;
  readonly #locks: FolderLocks;
  readonly #flushes = new FolderFlushes();
  readonly #written = new LastWritten({ bytes: WRITTEN_BYTES });

  constructor(root: string, aside: string, locks: FolderLocks) {
    this.#root = root;
    this.#aside = aside;
    this.#locks = locks;
  }

  async read(key: string): Promise<Blob | null> {
    const path = this.#pathOf(key);
    const bytes = await orNull(() => readFile(path));
    return bytes === null ? null : { bytes, etag: etagOf(bytes) };
  }

  /** Writes when `mayWrite` says so about what is there, with the lock held between looking and renaming. */
  async writeWhen(key: string, bytes: Uint8Array, mayWrite: (there: Blob | null) => boolean): Promise<boolean> {
    const path = this.#pathOf(key);
    const made = await writeAside(this.#aside, bytes);
    const won = await this.#locks.hold(key, async () => {
      if (!mayWrite(this.#readNow(key, path))) return false;
      await moveInto(made, path);
      return true;
    });
    if (won) await this.#flushes.flush(dirname(path));
    else await unlink(made);
    return won;
  }

  async tryWrite(key: string, bytes: Uint8Array, mayWrite: (there: Blob | null) => boolean): Promise<PutOutcome> {
    try {
      if (!(await this.writeWhen(key, bytes, mayWrite))) return { kind: 'refused' };
      const etag = etagOf(bytes);
      this.#written.add(key, { bytes, etag });
      return { kind: 'written', etag };
    } catch (cause) {
      if (cause instanceof BlobFailure) throw cause;
      return { kind: 'unsure', cause };
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    const gone = await this.#locks.hold(key, () => orNull(() => unlink(path).then(() => true)));
    if (gone === true) await this.#flushes.flush(dirname(path));
  }

  /** What is there; the ETag of what this process wrote last is known, so that it need not be worked out again. */
  #readNow(key: string, path: string): Blob | null {
    const bytes = tryReadNow(path);
    if (bytes === null) return null;
    const known = this.#written.get(key);
    const isKnown = known !== null && bytes.equals(known.bytes);
    return { bytes, etag: isKnown ? known.etag : etagOf(bytes) };
  }

  #pathOf(key: string): string {
    checkKey(key);
    return join(this.#root, key);
  }
}

function tryReadNow(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

function etagOf(bytes: Uint8Array): ETag {
  return hash('blake2b512', bytes, 'base64url').slice(0, ETAG_LENGTH);
}

async function answer<T>(place: string, options: CallOptions | undefined, run: () => Promise<T>): Promise<T> {
  if (options?.signal?.aborted === true) {
    throw new BlobFailure(`nobody waits for ${place}`, { kind: 'cancelled', code: 'blobs/cancelled' });
  }
  return orFailure(place, run);
}

async function orFailure<T>(place: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof BlobFailure) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const isDenied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    throw new BlobFailure(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      kind: isDenied ? 'denied' : 'unavailable',
      code: isDenied ? 'blobs/denied' : 'blobs/unavailable',
      hint: isDenied
        ? 'The process needs the right to write in the folder.'
        : 'Is the disk full, or the folder gone or on a share that is away?',
      cause,
    });
  }
}

async function orNull<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}
