import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobEntry, ListPage } from '@bough/bloblog';
import { isNotThere } from './folder-files.ts';
import { isKeyPart } from '../object-key.ts';

/** Greater than everything that a key is made of. */
export const BEHIND_ALL = '\u007F';

/** Which page. */
export interface Asked {
  readonly prefix: string;
  readonly after: string | null;
  readonly limit: number;
}

/** Rows, each of which hides the file of its key; a power cut may have taken the file, or the end of the row's removal. */
export interface ListedRows {
  /** null: there is no such row. */
  facts(key: string): Omit<BlobEntry, 'key'> | null;
  /** The first keys of the page that have rows, in order; more than `limit` are not needed. */
  keys(asked: Asked): readonly string[];
}

/** One page of the objects in a folder, in the order of their keys; files that are removed meanwhile are left out. */
export async function listFolder(root: string, asked: Asked, rows: ListedRows): Promise<ListPage> {
  const entries: BlobEntry[] = [];
  for await (const key of merged(rows.keys({ ...asked, limit: asked.limit + 1 }), keysBelow(root, '', asked))) {
    if (entries.length === asked.limit) return { entries, next: entries.at(-1)?.key ?? null };
    const row = rows.facts(key);
    const entry = row === null ? await tryEntry(root, key) : { key, size: row.size, modifiedAt: row.modifiedAt };
    if (entry !== null) entries.push(entry);
  }
  return { entries, next: null };
}

/** Keys of both, in order, each once. */
async function* merged(some: readonly string[], others: AsyncIterable<string>): AsyncGenerator<string> {
  let at = 0;
  for await (const key of others) {
    for (let before = some[at]; before !== undefined && before <= key; before = some[++at])
      if (before < key) yield before;
    yield key;
  }
  yield* some.slice(at);
}

async function* keysBelow(root: string, below: string, asked: Asked): AsyncGenerator<string> {
  const found = await readdirOrNothing(join(root, below));
  const names = found
    .filter((each) => isKeyPart(each.name))
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

async function tryEntry(root: string, key: string): Promise<BlobEntry | null> {
  try {
    const { size, mtimeMs } = await stat(join(root, key));
    return { key, size, modifiedAt: Math.floor(mtimeMs) };
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}
