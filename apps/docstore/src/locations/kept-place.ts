import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { holdsFiles } from '@bough/blobs';
import { DocstoreFailure } from '../failure.ts';

// A folder that is empty looks like a new one, and may be one whose disk is not mounted, or that was removed. So the data folder
// notes, beside it, which folder a location was kept in: that one is not begun anew without a word.

/** Where it is noted that a location has been kept in a folder. */
export interface PlaceNote {
  readonly data: string;
  readonly which: 'first' | 'second';
}

const FIRST_HINT =
  'Is its disk mounted? Put the folder back; or, where there is a second location, run from that (failover). To begin with an empty one, ' +
  'to which restore or reconcile then bring what they have: npm run bough -- accept-loss first';
const SECOND_HINT =
  'Is its disk mounted? Put the folder back. To begin with an empty one, to which everything that the first location has is then copied: ' +
  'npm run bough -- accept-loss second';

/** Throws when the location was kept in this folder, and there is nothing in it any more. */
export async function mustNotBeEmptied(note: PlaceNote, folder: string): Promise<void> {
  if ((await notedFolder(note)) !== relative(note.data, folder) || (await holdsFiles(folder))) return;
  throw new DocstoreFailure('it is empty or missing, and documents were kept in it', {
    kind: 'corrupt',
    code: 'docstore/emptied',
    hint: note.which === 'first' ? FIRST_HINT : SECOND_HINT,
  });
}

/** Throws when nothing says that a location has ever been kept in this folder: to be asked before it is looked at, which would begin one. */
export async function mustHaveBeenUsed(note: PlaceNote, folder: string): Promise<void> {
  if ((await notedFolder(note)) === relative(note.data, folder)) return;
  if (existsSync(join(folder, '.journal')) || (await holdsFiles(folder))) return;
  throw new DocstoreFailure('Bough has never run in it', {
    kind: 'invalid',
    code: 'docstore/never-used',
    hint: `Is BOUGH_DATA (${note.data}) the right folder, and its disk mounted? Nothing was done, and no file was made.`,
  });
}

/** Notes that the location is kept in this folder; where nothing can be written, nothing is noted. */
export async function notePlace(note: PlaceNote, folder: string): Promise<void> {
  if ((await notedFolder(note)) === relative(note.data, folder)) return;
  const path = pathOf(note);
  try {
    await mkdir(dirname(path), { recursive: true });
    const aside = `${path}-${process.pid}`;
    await writeFile(aside, `${JSON.stringify({ folder: relative(note.data, folder) })}\n`);
    await rename(aside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** Forgets where the location was kept, so that an empty folder is a new one. */
export async function forgetPlace(note: PlaceNote): Promise<void> {
  await rm(pathOf(note), { force: true });
}

async function notedFolder(note: PlaceNote): Promise<string | null> {
  try {
    const value: unknown = JSON.parse(await readFile(pathOf(note), 'utf8'));
    return typeof value === 'object' && value !== null && 'folder' in value ? String(value.folder) : null;
  } catch {
    // Nothing is noted, or a half of it.
    return null;
  }
}

function pathOf({ data, which }: PlaceNote): string {
  return join(data, `${which}-location.json`);
}
