import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobEntry, ListPage } from '@bough/bloblog';
import { isNotThere } from './folder-files.ts';

/** Which page. */
export interface Asked {
  readonly prefix: string;
  readonly after: string | null;
  readonly limit: number;
}

/** What hides the file of a key; null: nothing. */
type Hidden = (key: string) => Omit<BlobEntry, 'key'> | null;

/** One page of the objects in a folder, in the order of their keys; files that are removed meanwhile are left out. */
export async function listFolder(root: string, asked: Asked, hidden: Hidden): Promise<ListPage> {
  const entries: BlobEntry[] = [];
  for await (const key of keysBelow(root, '', asked)) {
    if (entries.length === asked.limit) return { entries, next: entries.at(-1)?.key ?? null };
    const entry = await tryEntry(root, key, hidden);
    if (entry !== null) entries.push(entry);
  }
  return { entries, next: null };
}

async function* keysBelow(root: string, below: string, asked: Asked): AsyncGenerator<string> {
  const found = await readdirOrNothing(join(root, below));
  const names = found
    .filter((each) => !each.name.startsWith('.'))
    .map((each) => below + each.name + (each.isDirectory() ? '/' : ''))
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    if (name.endsWith('/')) {
      const mayHold = name.startsWith(asked.prefix) || asked.prefix.startsWith(name);
      const isPast = asked.after !== null && name < asked.after && !asked.after.startsWith(name);
      if (mayHold && !isPast) yield* keysBelow(root, name, asked);
    } else if (name.startsWith(asked.prefix) && (asked.after === null || name > asked.after)) yield name;
  }
}

async function readdirOrNothing(folder: string): Promise<{ readonly name: string; isDirectory(): boolean }[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

async function tryEntry(root: string, key: string, hidden: Hidden): Promise<BlobEntry | null> {
  try {
    const { size, mtimeMs } = await stat(join(root, key));
    const over = hidden(key);
    return over === null
      ? { key, size, modifiedAt: Math.floor(mtimeMs) }
      : { key, size: over.size, modifiedAt: over.modifiedAt };
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}
