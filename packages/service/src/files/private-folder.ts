import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log/logger.ts';

// What Bough keeps is for the user that it runs as and nobody else: files 0600 in folders 0700. The umask of the process sees to that for
// everything that is made, SQLite's logs included. What an older Bough made under the machine's umask is closed here, once.

const NOT_OURS = 0o077;

/** From here on no other user may read what this process, or one that it starts, makes. */
export function makePrivate(): void {
  process.umask(NOT_OURS);
}

/**
 * Closes the folder, with everything in it, to other users, and logs that it was open. A folder that is closed already is not looked into, so
 * that this costs nothing at later starts; each is closed after what is in it, so that an interrupted start loses nothing. Links are not followed.
 */
export function closeToOthers(folder: string, log: Log): void {
  // There the modes say nothing about other users.
  if (process.platform === 'win32') return;
  const found = tryStat(() => statSync(folder));
  if (found === null || !isOpen(found)) return;
  const count = { closed: 0, left: 0 };
  close(folder, found, count);
  if (count.closed > 0)
    log.warn('others could read the data folder of an older Bough: it is closed to them now', {
      folder,
      entries: count.closed,
    });
  if (count.left > 0)
    log.info('a part of the data folder belongs to another user, who alone can close it', {
      folder,
      entries: count.left,
    });
}

interface Count {
  closed: number;
  left: number;
}

function close(path: string, found: Stats, count: Count): void {
  if (found.isDirectory()) {
    for (const name of tryNames(path)) {
      const below = join(path, name);
      const entry = tryStat(() => lstatSync(below));
      if (entry !== null && !entry.isSymbolicLink() && isOpen(entry)) close(below, entry, count);
    }
  }
  try {
    chmodSync(path, found.mode & 0o7777 & ~NOT_OURS);
    count.closed++;
  } catch (error) {
    // Another process removed it meanwhile, or it is somebody else's.
    if (!isGone(error)) count.left++;
  }
}

function isOpen({ mode }: Stats): boolean {
  return (mode & NOT_OURS) !== 0;
}

function tryNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function tryStat(look: () => Stats): Stats | null {
  try {
    return look();
  } catch {
    return null;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
