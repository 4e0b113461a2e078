import { readFile, type FileRead, mapOf, type WritableFormat, writeFile } from '@bough/formats';
import { makingOf } from '../same/gallery.ts';
import { type FactFormat, factsOfBoth, goneFacts } from './facts.ts';
import { LISTED } from './listed-losses.ts';

/** What became of a file that Bough has read and written again, by parsers that nobody here wrote. */
export interface RoundTrip {
  readonly facts: number;
  /** Facts that are gone for a reason that docs/formats.md gives, by the reason. */
  readonly listed: ReadonlyMap<string, number>;
  readonly lost: readonly string[];
}

const JUDGED = new Set<string>(['mm', 'opml', 'xmind'] satisfies FactFormat[]);

/** Reads a file, writes it for the program that it came from, and compares both; null where no parser judges the format. */
export function roundTripOf(name: string, bytes: Uint8Array): RoundTrip | null {
  const read = readFile(name, bytes);
  if (!read.ok || !isJudged(read.value.format)) return null;
  const { format, draft } = read.value;
  const images = new Map<string, { readonly name: string; readonly bytes: Uint8Array }>();
  const place = (path: string): string => {
    const hash = images.size.toString(16).padStart(64, '0');
    images.set(`asset:${hash}`, { name: `${hash}.png`, bytes: draft.files.get(path) ?? new Uint8Array() });
    return `asset:${hash}`;
  };
  const map = mapOf(draft, { ...makingOf(1), place });
  if (!map.ok) return null;
  const fileOf = (source: string): { readonly name: string; readonly bytes: Uint8Array } | null =>
    images.get(source) ?? null;
  const written = writeFile(dialectOf(format, bytes), map.value, { fileOf });
  const [before, after] = factsOfBoth(format, bytes, written.bytes);
  const listed = new Map<string, number>();
  const lost: string[] = [];
  for (const fact of goneFacts(before, after)) {
    const why = LISTED.find(
      (one) =>
        one.format === format && one.what.test(fact.what) && (one.of?.(fact) ?? true) && name.endsWith(one.file ?? ''),
    )?.why;
    if (why === undefined) lost.push(`${fact.item}: ${fact.what}: ${fact.value.slice(0, 160)}`);
    else listed.set(why, (listed.get(why) ?? 0) + 1);
  }
  return { facts: before.length, listed, lost };
}

function isJudged(format: FileRead['format']): format is FactFormat {
  return JUDGED.has(format);
}

/** The program that the file says it is of. */
function dialectOf(format: FactFormat, bytes: Uint8Array): WritableFormat {
  if (format !== 'mm') return format;
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  if (/<map[^>]*version="freeplane/.test(head)) return 'mm';
  return /x[-_]coggle/i.test(head) ? 'coggle' : 'freemind';
}
