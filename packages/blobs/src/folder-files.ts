import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// Files that are either wholly there or not, power cuts included: written aside, flushed, renamed, the folder flushed.

/** Whether an error of node:fs says that there is no such file. */
export function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** A new file under `aside` with these bytes, flushed to the disk; its path. */
export async function writeAside(aside: string, bytes: Uint8Array): Promise<string> {
  const path = join(aside, randomBytes(12).toString('base64url'));
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** Makes the file appear at `path` in place of what was there. Not yet safe from a power cut: see `flushFolder`. */
export async function moveInto(from: string, path: string): Promise<void> {
  try {
    await rename(from, path);
  } catch (error) {
    if (!isNotThere(error)) throw error;
    await makeFolder(dirname(path));
    await rename(from, path);
  }
}

/** Makes what was renamed into or removed from the folder survive a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes files under `aside` that no living writer can still need: it is called before any writer of this process begins. */
export async function sweepAside(aside: string, isOld: (path: string) => Promise<boolean>): Promise<void> {
  for (const name of await readdir(aside)) {
    const path = join(aside, name);
    if (!(await isOld(path))) continue;
    try {
      await unlink(path);
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let each = folder; each.length >= first.length; each = dirname(each)) await flushFolder(dirname(each));
}
