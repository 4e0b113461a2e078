import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { MapId } from '@bough/base';
import type { WordStore } from '../../metadata/words/word-store.ts';
import { openBytes, sealBytes } from '../../secrets/sealed-bytes.ts';

// The index of words, as a database may have it that other people read. Texts are sealed with AES-256-GCM, bound to their map. Of words, and of their beginnings, which are looked for while somebody types, the database has the beginning of an
// HMAC-SHA-256: it can tell whether two maps have a word in common, how many words each has and how often one stands in all, but not which. What it answers too much
// (beginnings are cut to a length that is kept) the texts decide. All of it is of one key and one form, whose name stands before the lineage: an index of
// another key or form, or of a Bough that sealed nothing, is behind, and is made again.

const TOKEN_BYTES = 9;
/** Beginnings of these lengths are kept; one of another length is looked for by the longest of these in it, by its first letter at least. */
const LENGTHS = [1, 2, 3, 4, 6, 8, 12] as const;
/** An index of the first form has beginnings up to this length: until it is made again it is asked for those. */
const FIRST_FORM_MOST = 4;
/** Names what is kept of words. */
const FORM = 'name 2';
/** So many words are turned into tokens before others get their turn: some milliseconds. */
const WORDS_AT_ONCE = 300;

interface WordKey {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The index over one that others may read; `keys` are of 32 bytes, newest first, and never none. */
export function sealedWords(store: WordStore, keys: readonly Uint8Array[]): WordStore {
  const all = keys.map((bytes): WordKey => ({ name: tokenOf(bytes, FORM).slice(0, 6), bytes }));
  const [key] = all;
  if (key === undefined) throw new Error('a bug in Bough: there is always a key');
  const mark = `${key.name}.`;
  const sealing = all.map(({ bytes }) => sealingKey(bytes));
  return {
    ...store,
    putWords: async ({ map, lineage, seq, words, texts }) => {
      const tokens = await tokensOf(key.bytes, words);
      await store.putWords({
        map,
        lineage: mark + lineage,
        seq,
        words: tokens,
        texts: sealBytes(sealingKey(key.bytes), map, texts),
      });
    },
    mapsWith: async (maps, words, prefix) => {
      const tokens = words.map((word) => wordToken(key.bytes, word));
      if (prefix === null) return await store.mapsWith(maps, tokens, null);
      const having = (among: readonly MapId[], beginning: string): Promise<readonly MapId[]> =>
        store.mapsWith(among, [...tokens, prefixToken(key.bytes, beginning)], null);
      const letters = lettersOf(prefix);
      const found = await having(maps, keptOf(letters));
      if (letters.length <= FIRST_FORM_MOST) return found;
      const older = await having(await store.mapsBehind(maps), keptOf(letters.slice(0, FIRST_FORM_MOST)));
      return [...new Set([...found, ...older])];
    },
    textsOf: async (maps) =>
      (await store.textsOf(maps)).flatMap(({ map, seq, texts }) => {
        const opened = openBytes(sealing, map, texts);
        return opened === null ? [] : [{ map, seq, texts: opened.plain }];
      }),
    wordsName: async (map) => {
      const name = await store.wordsName(map);
      return name?.lineage.startsWith(mark) === true ? { ...name, lineage: name.lineage.slice(mark.length) } : null;
    },
    setOthersBehind: async (beginning) => await store.setOthersBehind(mark + beginning),
  };
}

async function tokensOf(key: Uint8Array, words: readonly string[]): Promise<readonly string[]> {
  const tokens = new Set<string>();
  const beginnings = new Set<string>();
  for (const [n, word] of words.entries()) {
    if (n % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) await setImmediate();
    tokens.add(wordToken(key, word));
    const letters = lettersOf(word);
    for (const length of LENGTHS) {
      if (length > letters.length) break;
      const beginning = letters.slice(0, length).join('');
      if (beginnings.has(beginning)) continue;
      beginnings.add(beginning);
      tokens.add(prefixToken(key, beginning));
    }
  }
  return [...tokens];
}

/** The longest beginning of these letters that is kept. */
function keptOf(letters: readonly string[]): string {
  const most = LENGTHS.findLast((length) => length <= letters.length) ?? 0;
  return letters.slice(0, most).join('');
}

function lettersOf(word: string): readonly string[] {
  return Array.from(word);
}

function wordToken(key: Uint8Array, word: string): string {
  return tokenOf(key, `word ${word}`);
}

function prefixToken(key: Uint8Array, beginning: string): string {
  return tokenOf(key, `beginning ${beginning}`);
}

function tokenOf(key: Uint8Array, message: string): string {
  return createHmac('sha256', key).update(message).digest().subarray(0, TOKEN_BYTES).toString('base64url');
}

/** Each purpose has a key of its own. */
function sealingKey(key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update('texts').digest();
}
