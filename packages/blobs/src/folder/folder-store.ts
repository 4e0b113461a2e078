import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock, Random } from '@bough/base';
import type { Blob, BlobStore, CallOptions, ETag, ListPage, PutOutcome } from '@bough/bloblog';
import { isNoRoom } from '@bough/disk';
import { etagOf } from '../etag.ts';
import { BlobFailure } from '../failure.ts';
import {
  flushFolder,
  flushNamesAbove,
  FolderFlushes,
  isNotThere,
  makeFolders,
  moveInto,
  removeQuietly,
  sweepAside,
  writeAside,
} from './folder-files.ts';
import { FolderJournal } from './folder-journal.ts';
import { type Asked, listFolder } from './folder-list.ts';
import { FolderLocks } from './folder-locks.ts';
import {
  badJournal,
  beginMoment,
  holdsFiles,
  isJournalThere,
  noJournal,
  type WhenGone,
  WORD_FILE,
} from './folder-whole.ts';
import { JOURNAL, journalOf } from './journal-path.ts';
import { checkKey } from '../object-key.ts';

// Objects as files: the object `a/b` is the file `a/b` below the folder, and its ETag is the beginning of the BLAKE2b of its bytes.
// Files are replaced by renaming, so a reader sees the old bytes or the new ones; whoever compares and replaces holds the key's lock
// (folder-locks.ts), so that between processes only one condition holds. What is written is flushed, file and folder, before it
// counts as written.
//
// What is replaced under a condition, again and again, stands in the journal (folder-journal.ts) and hides its file, until it was
// not replaced for a while and is settled into the file. Who replaces a row needs no lock: the transaction is one. Who writes or
// removes a file holds the lock, and takes the row away last, under the condition that it is still the one that was looked at.

const OLD_MS = 3_600_000;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** In the place of an ETag: whatever is there, or nothing. */
const WHATEVER = Symbol('whatever');
/** What is larger is dearer in the journal, where it is written twice, than as a file. */
const LONGEST_ROW = 256 * 1024;
/** How often rows are looked at, and how long ago one was written that is settled. */
const SETTLE_MS = 60_000;
const SETTLED_AFTER_MS = 300_000;

/** A folder as a blob store, with its end. */
export interface FolderStore extends BlobStore {
  /** Ends the process, or throws (`whenGone`), unless the folder is where it was opened. Writes see to that themselves. */
  mustStand(): void;
  /** Gives lock files back; nothing may be under way. */
  close(): void;
}

type Ports = { readonly clock: Clock; readonly random: Random };

/** Where a folder store is, and what is to be done where a part of it was lost. */
export interface FolderSettings {
  readonly folder: string;
  /** `accept`: goes on with what is there; for folders in which nothing is replaced that matters. */
  readonly loss?: 'refuse' | 'accept';
  readonly whenGone?: WhenGone;
}

/** Opens the folder, makes it where it is missing, and throws a BlobFailure when it cannot be written, or when a part of it was lost. */
export async function openFolderStore(ports: Ports, settings: FolderSettings): Promise<FolderStore> {
  const { loss = 'refuse', whenGone = 'end' } = settings;
  // What is written is flushed up to this folder: so it bears one name, however a setting names it.
  const folder = resolve(settings.folder);
  const aside = join(folder, '.aside');
  const hasFiles = await orFailure(folder, async () => {
    const isUsed = loss === 'refuse' && (await holdsFiles(folder));
    if (isUsed && !(await isJournalThere(journalOf(folder)))) throw noJournal(folder);
    await makeFolders(aside);
    await flushNamesAbove(folder);
    await sweepAside(aside, async (path) => {
      const age = await orNull(() => stat(path));
      return age !== null && ports.clock.now() - age.mtimeMs > OLD_MS;
    });
    await mayWrite(aside);
    await flushTops(folder);
    return isUsed;
  });
  const locks = new FolderLocks(ports, { folder: join(folder, '.locks') });
  const journal = await orFailure(folder, () => openJournal(ports, folder, { mustBeThere: hasFiles, whenGone }));
  try {
    await orFailure(folder, () =>
      locks.hold(WORD_FILE, () => beginMoment({ journal, random: ports.random }, { folder, aside, loss })),
    );
  } catch (failure) {
    journal.close();
    locks.close();
    throw failure;
  }
  const store = makeStore(ports, { root: folder, aside, locks, journal });
  journal.onCopied = () => {
    if (!store.isOpen) return;
    // From now on the log has the newest word again: without it the database would have an older one. Where that fails, the old moment goes on.
    const place = { folder, aside, loss: 'accept' } as const;
    locks.hold(WORD_FILE, () => beginMoment({ journal, random: ports.random }, place)).catch(() => undefined);
  };
  return store;
}

async function openJournal(
  ports: Ports,
  folder: string,
  how: { readonly mustBeThere: boolean; readonly whenGone: WhenGone },
): Promise<FolderJournal> {
  try {
    return await FolderJournal.open(ports, { folder: join(folder, JOURNAL), ...how });
  } catch (error) {
    if (isDamagedDatabase(error)) throw badJournal(folder, error);
    throw error;
  }
}

/** What SQLite says of a file that is no database, or not a whole one. */
function isDamagedDatabase(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) % 256);
}

/** Throws where nothing may be written. A full disk is read all the same. */
async function mayWrite(aside: string): Promise<void> {
  try {
    await unlink(await writeAside(aside, new Uint8Array()));
  } catch (error) {
    if (!isNoRoom(error)) throw error;
  }
}

/** What stands in the folders below, heads above all, may have been put there by a process that ended in a failed flush of them. */
async function flushTops(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory() && !entry.name.startsWith('.')) await flushFolder(join(root, entry.name));
  }
}

function makeStore(ports: Ports, parts: ObjectsParts): FolderStore & { readonly isOpen: boolean } {
  const objects = new Objects(parts);
  let isOpen = true;
  let cancel = (): void => undefined;
  const settleLater = (): void => {
    cancel = ports.clock.after(SETTLE_MS, () => {
      const done = (): void => {
        if (isOpen) settleLater();
      };
      // What cannot be settled stays in the journal, where it is as safe.
      objects.settle(ports.clock.now() - SETTLED_AFTER_MS, () => isOpen).then(done, done);
    });
  };
  settleLater();
  return {
    get isOpen() {
      return isOpen;
    },
    get: (key, options) =>
      answer(key, options, async () => {
        const blob = await objects.read(key);
        if (blob === null || options?.range === undefined) return blob;
        return { bytes: blob.bytes.subarray(options.range.from, options.range.to), etag: blob.etag };
      }),
    getIfChanged: (key, etag, options) =>
      answer(key, options, async () => {
        if (objects.isRow(key, etag)) return 'unchanged';
        const blob = await objects.read(key);
        if (blob === null) return 'absent';
        return blob.etag === etag ? 'unchanged' : blob;
      }),
    createIfAbsent: (key, bytes) => tryWrite(bytes, () => objects.write(key, bytes, null)),
    replaceIf: (key, etag, bytes) => tryWrite(bytes, (made) => objects.replace(key, etag, { bytes, etag: made })),
    put: (key, bytes, options) =>
      answer(key, options, async () => {
        await objects.write(key, bytes, WHATEVER, options?.isCopy);
      }),
    list: (prefix, options) =>
      answer(prefix, options, () =>
        objects.list({ prefix, after: options?.after ?? null, limit: options?.limit ?? 1_000 }),
      ),
    remove: (key, options) => answer(key, options, () => objects.remove(key)),
    mustStand: () => parts.journal.mustStand(),
    close: () => {
      isOpen = false;
      cancel();
      objects.close();
    },
  };
}

interface ObjectsParts {
  readonly root: string;
  readonly aside: string;
  readonly locks: FolderLocks;
  readonly journal: FolderJournal;
}

class Objects {
  readonly #root: string;
  readonly #aside: string;
  readonly #locks: FolderLocks;
  readonly #journal: FolderJournal;
  readonly #flushes: FolderFlushes;

  constructor({ root, aside, locks, journal }: ObjectsParts) {
    this.#root = root;
    this.#flushes = new FolderFlushes({ root });
    this.#aside = aside;
    this.#locks = locks;
    this.#journal = journal;
  }

  isRow(key: string, etag: ETag): boolean {
    checkKey(key);
    return this.#journal.facts(key)?.etag === etag;
  }

  async read(key: string): Promise<Blob | null> {
    const path = this.#pathOf(key);
    const row = await this.#journal.read(key);
    if (row !== null) return row;
    const bytes = await orNull(() => readFile(path));
    // A row that was there a moment ago was settled, and one that is there now is newer.
    return (await this.#journal.read(key)) ?? (bytes === null ? null : { bytes, etag: etagOf(bytes) });
  }

  list(asked: Asked): Promise<ListPage> {
    return listFolder(this.#root, asked, this.#journal);
  }

  /** Puts the blob in the place of what bears `etag`; false: nothing does. */
  async replace(key: string, etag: ETag, blob: Blob): Promise<boolean> {
    const path = this.#pathOf(key);
    if (blob.bytes.length > LONGEST_ROW) return this.write(key, blob.bytes, etag);
    const outcome = await this.#journal.replace(key, etag, blob);
    if (outcome !== 'elsewhere') return outcome === 'written';
    return this.#locks.hold(key, async () => {
      const there = tryReadNow(path);
      const isFileSame = there !== null && etagOf(there) === etag;
      return (await this.#journal.replace(key, etag, blob, isFileSame)) === 'written';
    });
  }

  /** Writes a file where what is there bears `on` (null: where nothing is); false: it does not. */
  async write(key: string, bytes: Uint8Array, on: ETag | null | typeof WHATEVER, isCopy = false): Promise<boolean> {
    const path = this.#pathOf(key);
    const made = await writeAside(this.#aside, bytes, isCopy);
    let isMoved = false;
    try {
      const won = await this.#locks.hold(key, async () => {
        const row = this.#journal.facts(key);
        if (on !== WHATEVER && (row?.etag ?? etagThere(path)) !== on) return 'refused';
        await moveInto(made, path);
        isMoved = true;
        if (row === null) return 'moved';
        await this.#flushes.flush(dirname(path));
        const isDropped = await this.#journal.drop(key, on === WHATEVER ? null : row.etag);
        return isDropped || on === WHATEVER ? 'safe' : 'hidden';
      });
      if ((won === 'moved' && !isCopy) || (won === 'refused' && on === null)) await this.#flushThere(dirname(path));
      this.#journal.mustStand();
      return won === 'moved' || won === 'safe';
    } finally {
      if (!isMoved) await removeQuietly(made);
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#locks.hold(key, async () => {
      const gone = await orNull(() => unlink(path).then(() => true));
      if (gone === true) await this.#flushes.flush(dirname(path));
      await this.#journal.drop(key, null);
      this.#journal.mustStand();
    });
  }

  /** Makes files of the rows that were not written since then. */
  async settle(beforeMs: number, mayGoOn: () => boolean): Promise<void> {
    for (const key of this.#journal.keysBefore(beforeMs)) {
      if (!mayGoOn()) return;
      const row = await this.#journal.read(key);
      if (row !== null) await this.write(key, row.bytes, row.etag);
    }
  }

  /** Nothing may be under way. */
  close(): void {
    this.#locks.close();
    this.#journal.close();
  }

  /** What stands there may have been put there by a process that ended in a failed flush of the folder: it counts from this flush on. */
  async #flushThere(folder: string): Promise<void> {
    try {
      await this.#flushes.flush(folder);
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }

  #pathOf(key: string): string {
    checkKey(key);
    return join(this.#root, key);
  }
}

/** `write` answers whether its condition held. */
async function tryWrite(bytes: Uint8Array, write: (etag: ETag) => Promise<boolean>): Promise<PutOutcome> {
  try {
    const etag = etagOf(bytes);
    return (await write(etag)) ? { kind: 'written', etag } : { kind: 'refused' };
  } catch (cause) {
    // Written where nobody finds it now, it is there when the folder is back.
    if (cause instanceof BlobFailure && cause.code !== 'blobs/gone') throw cause;
    // Nothing takes the place of anything before all of it stands on the disk.
    if (isNoRoom(cause)) throw noRoom(cause);
    return { kind: 'unsure', cause };
  }
}

function etagThere(path: string): ETag | null {
  const bytes = tryReadNow(path);
  return bytes === null ? null : etagOf(bytes);
}

function tryReadNow(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
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
    if (isNoRoom(cause)) throw noRoom(cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const isDenied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    throw new BlobFailure(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      kind: isDenied ? 'denied' : 'unavailable',
      code: isDenied ? 'blobs/denied' : 'blobs/unavailable',
      hint: isDenied
        ? 'The process needs the right to write in the folder.'
        : 'Is the folder gone, or on a share that is away?',
      cause,
    });
  }
}

function noRoom(cause: Error): BlobFailure {
  return new BlobFailure(`there is no room left: ${cause.message}`, {
    kind: 'unavailable',
    code: 'blobs/full',
    hint: 'Make room on the disk, or raise the quota. Nothing was written, and nothing that was written before is lost.',
    cause,
  });
}

async function orNull<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}
