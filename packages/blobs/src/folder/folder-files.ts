import { Coalesced } from '@bough/base';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsync, open, openSync, rename, write, writeSync } from 'node:fs';
import { access, lstat, mkdir, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { endAfterFailedFlush, isNoRoom } from '@bough/disk';

// Files that are either wholly there or not, power cuts included: written aside, flushed, renamed, the folder flushed. Making a
// file and renaming it wait for the journal of the file system while that is being flushed for others, milliseconds each: a
// thread waits, not everybody. What touches little memory alone is done at once, for waking a thread would cost more than the work.

/** No other process, and no earlier one, makes files of these names. */
const OURS = `${randomBytes(12).toString('base64url')}-`;
let made = 0;

/** So many bytes are written as soon as a thread is awake. */
const SHORT = 64 * 1024;

const flushNow = promisify(fsync);
const writeSome = promisify(write);
const make = promisify(open);
const move = promisify(rename);

/** Whether an error of node:fs says that there is no such file. */
export function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** A new file under `aside` with these bytes, flushed to the disk unless it `isCopy`; its path. What cannot be written leaves nothing. */
export async function writeAside(aside: string, bytes: Uint8Array, isCopy = false): Promise<string> {
  const path = join(aside, `${OURS}${(++made).toString(36)}`);
  const file = await make(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length;) {
      at +=
        bytes.length > SHORT
          ? (await writeSome(file, bytes, at, undefined, at)).bytesWritten
          : writeSync(file, bytes, at, null, at);
    }
    if (!isCopy) await flushFresh(path, file);
  } catch (error) {
    closeSync(file);
    await removeQuietly(path);
    throw error;
  }
  closeSync(file);
  return path;
}

/** Where room is given out late, a flush says that there is none: nobody but us knows the file, so it is removed and nothing is lost. */
async function flushFresh(path: string, file: number): Promise<void> {
  try {
    await flushNow(file);
  } catch (cause) {
    if (!isNoRoom(cause)) endAfterFailedFlush(path, cause);
    throw cause;
  }
}

/** Makes the folder and those above it, one by one: all in one, Node tells a read-only file system as a folder that is not there. */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if (!isNotThere(error) || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Removes a file that nobody needs. Where that fails too it is swept when it is old. */
export async function removeQuietly(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}

/** Makes the file appear at `path` in place of what was there. Not yet safe from a power cut: see `FolderFlushes`. */
export async function moveInto(from: string, path: string): Promise<void> {
  try {
    await move(from, path);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await move(from, path);
  }
}

/** How many folders are known to be safe before they are asked about anew. */
const MOST_SAFE = 10_000;

/**
 * Makes what was renamed into or removed from folders survive a power cut; who asks for the same folder shares a flush. A name is safe
 * only with the names of all folders above it, and another writer, alive or killed, may have made those a moment ago: so each is
 * flushed once by each process, up to `root`, whose own name is safe.
 */
export class FolderFlushes {
  readonly #root: string;
  readonly #folders = new Map<string, Coalesced<void>>();
  readonly #safe = new Set<string>();

  constructor(settings: { readonly root: string }) {
    this.#root = settings.root;
  }

  /** Resolves when everything that stood in the folder when this was asked is safe. */
  async flush(folder: string): Promise<void> {
    const unsafe: string[] = [];
    for (let each = folder; each !== this.#root && !this.#safe.has(each); each = dirname(each)) unsafe.push(each);
    await Promise.all([folder, ...unsafe.map((each) => dirname(each))].map((each) => this.#flush(each)));
    if (this.#safe.size > MOST_SAFE) this.#safe.clear();
    for (const each of unsafe) this.#safe.add(each);
  }

  async #flush(folder: string): Promise<void> {
    const shared = this.#folders.get(folder) ?? new Coalesced(() => flushFolder(folder));
    this.#folders.set(folder, shared);
    try {
      await shared.ask();
    } finally {
      if (shared.isIdle) this.#folders.delete(folder);
    }
  }
}

/** Makes what was made in, renamed into or removed from the folder survive a power cut. A flush that fails ends the process. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = openSync(folder, 'r');
  try {
    await flushNow(handle).catch((cause: unknown) => endAfterFailedFlush(folder, cause));
  } finally {
    closeSync(handle);
  }
}

/** As `writeAside` names them: a random part and how many it was. */
const NAMED = /^[\w-]{16}-[0-9a-z]+$/;

/**
 * Removes files under `aside` that no living writer can still need: it is called before any writer of this process begins. Only those that are named
 * as ours, and nothing through a link: others may write in a place of backups.
 */
export async function sweepAside(aside: string, isOld: (path: string) => Promise<boolean>): Promise<void> {
  if ((await lstat(aside)).isSymbolicLink()) throw new Error(`${aside} is a link to another place: remove it`);
  for (const name of await readdir(aside)) {
    const path = join(aside, name);
    if (!NAMED.test(name) || !(await isOld(path))) continue;
    try {
      await unlink(path);
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }
}

/**
 * Makes the folder's own name survive a power cut, and the names of those above it, as far as they are on the same disk and may be
 * opened: who made them may have been killed before that.
 */
export async function flushNamesAbove(folder: string): Promise<void> {
  const path = await realpath(folder);
  const { dev } = await stat(path);
  for (let [below, above] = [path, dirname(path)]; above !== below; [below, above] = [above, dirname(above)]) {
    if ((await stat(above)).dev !== dev || !(await mayBeOpened(above))) return;
    await flushFolder(above);
  }
}

function mayBeOpened(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK).then(
    () => true,
    () => false,
  );
}
