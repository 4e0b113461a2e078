import { makeIds, must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { draftOf, type FileRead, isWritable, mapOf, readFile, type Tally, writeFile } from '@bough/formats';
import { canonical } from '@bough/formats/testing';
import { expectedItems } from './expected-items.ts';

/** What became of one file. */
export type CorpusOutcome =
  | {
      readonly kind: 'read';
      readonly format: string;
      readonly tally: Tally;
      readonly repaired: number;
      readonly lost: number;
      /** Null when nothing is wrong. */
      readonly problem: string | null;
    }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string };

/**
 * Reads a file, makes its map, writes it in the same format and reads that again: the second draft must say what the first one
 * said, and there must be as many items as the file has by a count that knows nothing of the reader, or a word about it.
 */
export function checkFile(name: string, bytes: Uint8Array): CorpusOutcome {
  try {
    const read = readFile(name, bytes);
    if (!read.ok) return { kind: 'refused', message: read.error.message };
    const { format, report } = read.value;
    const count = (kind: string): number =>
      report.notes.filter((note) => note.kind === kind).reduce((sum, note) => sum + note.count, 0);
    const problem = silentLoss(bytes, read.value) ?? wayBack(read.value);
    return { kind: 'read', format, tally: report.tally, repaired: count('repaired'), lost: count('lost'), problem };
  } catch (cause) {
    return { kind: 'crashed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
  }
}

function silentLoss(bytes: Uint8Array, { format, draft, report }: FileRead): string | null {
  const expected = expectedItems(format, bytes);
  const told = report.notes.some(({ kind, what }) => kind === 'lost' || what.includes('joined branch'));
  return expected === null || draft.items.length >= expected || told
    ? null
    : `has ${expected} items, ${draft.items.length} were read, and nothing was said`;
}

function wayBack({ format, draft }: FileRead): string | null {
  const random = seededRandom(1);
  const making = { ids: makeIds({ now: () => 0 }, random), random, place: () => `asset:${'0'.repeat(64)}` };
  const first = mapOf(draft, making);
  if (!first.ok) return first.error.message;
  // What is only read, or drawn anew, goes out as Bough's own file, and has to come back from there.
  const written = writeFile(isWritable(format) && format !== 'vsdx' ? format : 'bough', first.value);
  const again = readFile(`again.${written.extension}`, written.bytes);
  if (!again.ok) return `what was written of it is not read: ${again.error.message}`;
  const second = must(mapOf(again.value.draft, making));
  const [a, b] = [first.value, second].map((map) => JSON.stringify(canonical(draftOf(map))));
  if (a === b) return null;
  const at = Array.from({ length: a?.length ?? 0 }).findIndex((_, i) => a?.[i] !== b?.[i]);
  return `differs after writing and reading: ${(a ?? '').slice(at - 30, at + 160)} / ${(b ?? '').slice(at - 30, at + 160)}`;
}
