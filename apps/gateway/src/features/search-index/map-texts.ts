import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { wordsIn } from './words.ts';

/** A text of a map: its title, or an item's words or note. */
export interface MapText {
  /** null: the title. */
  readonly item: string | null;
  readonly text: string;
}

/** Most different words of one map that are looked up. A map of 100,000 items has about 30,000. */
const WORDS_MOST = 60_000;
/** So many letters are looked at before others get their turn: some milliseconds. */
export const LETTERS_AT_ONCE = 50_000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Reads docstore's lines. A line that is none of docstore's is passed over. */
export function textsOf(lines: string): readonly MapText[] {
  return lines.split('\n').flatMap((line) => {
    const read: unknown = line === '' ? null : JSON.parse(line);
    if (!Array.isArray(read)) return [];
    const parts: readonly unknown[] = read;
    const [item, text] = parts;
    if ((item !== null && typeof item !== 'string') || typeof text !== 'string') return [];
    return [{ item, text: text.normalize('NFC') }];
  });
}

/** Each folded word of the texts once, with room for other work in between: a large map has a million letters. */
export async function distinctWords(texts: readonly MapText[]): Promise<readonly string[]> {
  const words = new Set<string>();
  let letters = 0;
  for (const { text } of texts) {
    if (words.size < WORDS_MOST) for (const { word } of wordsIn(text)) words.add(word);
    letters += text.length;
    if (letters < LETTERS_AT_ONCE) continue;
    letters = 0;
    await setImmediate();
  }
  return [...words].slice(0, WORDS_MOST);
}

/** Docstore's lines, as the index keeps them. */
export async function packLines(lines: string | Uint8Array): Promise<Uint8Array> {
  return await compress(lines);
}

/** The lines that were packed. */
export async function unpackLines(packed: Uint8Array): Promise<string> {
  return (await decompress(packed)).toString('utf8');
}
