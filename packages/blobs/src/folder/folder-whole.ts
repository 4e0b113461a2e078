import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Random, toBase64Url, utf8Encode } from '@bough/base';
import { isNoRoom } from '@bough/disk';
import { BlobFailure } from '../failure.ts';
import { flushFolder, isNotThere, moveInto, writeAside } from './folder-files.ts';
import { journalOf } from './journal-path.ts';

// Whether all of a folder is there. Its objects stand in two places, files and the journal, and what was replaced last is in the journal
// alone: copies that leave out hidden files, or that come back over what is there, make a folder of two moments, in which heads have gone
// back in time without a word. What tells it:
//
//   - Files are never made before the journal is safe: where there are files there is a journal.
//   - Each opening writes a new word into the journal, and then into the file `+journal` beside the objects, under a lock: so both bear
//     the same word, or the file the word before. Else one of them is from another moment than the other. Whenever the log of the journal
//     has been copied into its database, this is done again: so without its log the database has an older word.

/** Bears the journal's word. No object has this name, and none that is hidden would do: such a file is left out together with the journal. */
export const WORD_FILE = '+journal';
/** What a file system puts at its top. */
const NOT_OURS: ReadonlySet<string> = new Set(['lost+found']);
const WORD_BYTES = 12;

/** Whether there is any file in the folder, besides those that copies leave out. */
export async function holdsFiles(folder: string, isTop = true): Promise<boolean> {
  try {
    // It reads no further than to the first one.
    for await (const each of await opendir(folder)) {
      if (isTop && (each.name.startsWith('.') || NOT_OURS.has(each.name))) continue;
      if (each.isFile() || (each.isDirectory() && (await holdsFiles(join(folder, each.name), false)))) return true;
    }
    return false;
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** Whether the journal's file is there with anything in it. To be asked before one is made, and after whether there are files. */
export async function isJournalThere(journal: string): Promise<boolean> {
  try {
    return (await stat(journal)).size > 0;
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** The words of a journal: that of the last opening, and what stood in the file before that; null: nothing did. */
export interface Words {
  readonly now: string;
  readonly before: string | null;
}

/** The journal, as far as its words go. */
interface WordKeeper {
  /** Whether nothing can be written to it now. */
  readonly isAlone: boolean;
  words(): Words | null;
  setWords(words: Words): Promise<void>;
}

/**
 * Begins a new moment of a folder whose files and journal are of one, and throws where they are not, unless that is accepted. To be called
 * under a lock. On a full disk the old moment goes on.
 */
export async function beginMoment(
  parts: { readonly journal: WordKeeper; readonly random: Random },
  place: { readonly folder: string; readonly aside: string; readonly loss: 'refuse' | 'accept' },
): Promise<void> {
  const { journal, random } = parts;
  const { folder, aside, loss } = place;
  const words = journal.words();
  const there = await wordIn(folder);
  const isOne = words === null ? there === null : there === words.now || there === words.before;
  if (!isOne && loss === 'refuse') throw apart(folder, there === null);
  if (journal.isAlone) return;
  const now = toBase64Url(random.bytes(WORD_BYTES));
  try {
    await journal.setWords({ now, before: there });
    await moveInto(await writeAside(aside, utf8Encode(now)), join(folder, WORD_FILE));
    await flushFolder(folder);
    await journal.setWords({ now, before: now });
  } catch (error) {
    if (!isNoRoom(error)) throw error;
  }
}

/** The word in the file; null: there is no file. */
async function wordIn(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, WORD_FILE), 'utf8');
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

const WHAT_TO_DO =
  'Copy the whole folder again, with its hidden files, while Bough is stopped; or restore a backup; or, where there is a second location, run ' +
  'from that (failover). To go on with what is there, see what that loses: npm run bough -- accept-loss first (or second).';

/** What a folder is told as whose journal is not there, or is empty. */
export function noJournal(folder: string): BlobFailure {
  return new BlobFailure(
    `there are documents in ${folder}, but not their journal (${journalOf('.')}), which has what was changed last`,
    { kind: 'corrupt', code: 'blobs/no-journal', hint: WHAT_TO_DO },
  );
}

/** What a folder is told as whose journal cannot be read. */
export function badJournal(folder: string, cause: Error): BlobFailure {
  return new BlobFailure(`the journal of ${folder} is damaged (${cause.message})`, {
    ...{ kind: 'corrupt', code: 'blobs/no-journal', hint: WHAT_TO_DO, cause },
  });
}

function apart(folder: string, areFilesMissing: boolean): BlobFailure {
  const how = areFilesMissing
    ? 'files that its journal knows of are missing'
    : 'its journal and its other files are of different moments';
  return new BlobFailure(`a part of ${folder} was lost, or is from another time: ${how}`, {
    ...{ kind: 'corrupt', code: 'blobs/apart', hint: WHAT_TO_DO },
  });
}

/** What becomes of a process whose open folder is not where it was any more: it ends, or its calls fail until the folder is back. */
export type WhenGone = 'end' | 'fail';

/** What is told then, where the process goes on. */
export function goneFolder(path: string): BlobFailure {
  return new BlobFailure(`${path} was removed, moved, replaced, or covered by a mount while it was open`, {
    kind: 'unavailable',
    code: 'blobs/gone',
    hint: 'Put back what was there. What was put in its place is used after a new start.',
  });
}
