import { setImmediate } from 'node:timers/promises';
import type { MapId } from '@bough/base';
import { findInTexts, type Found } from './find-in-texts.ts';
import { distinctWords, textsOf, unpackLines } from './map-texts.ts';
import { matches, type Query, wordsIn } from './words.ts';

/** The texts of a map: docstore's lines, or those lines as the index packs them. */
export interface SearchedMap {
  readonly map: MapId;
  readonly lines: Uint8Array;
  readonly isPacked: boolean;
}

/** What searching and indexing have to do that takes long: it can be done on another thread. */
export type SearchTask =
  | { readonly kind: 'look through'; readonly query: Query; readonly maps: readonly SearchedMap[] }
  | { readonly kind: 'rank titles'; readonly query: Query; readonly titles: readonly string[] }
  | { readonly kind: 'words'; readonly lines: Uint8Array };

/** What came of it. */
export interface SearchTaskAnswer {
  /** Maps that have all of the words. */
  readonly found: readonly (readonly [MapId, Found])[];
  /** How many bytes of texts were looked through. */
  readonly bytes: number;
  /** How many of the query's words stand in each title. */
  readonly ranks: readonly number[];
  readonly words: readonly string[];
}

/** Does a task, wherever this runs. */
export type DoSearchTask = (task: SearchTask) => Promise<SearchTaskAnswer>;

const NOTHING: SearchTaskAnswer = { found: [], bytes: 0, ranks: [], words: [] };

/** Does a task here; between two maps others get their turn. */
export const doSearchTask: DoSearchTask = async (task) => {
  switch (task.kind) {
    case 'look through':
      return { ...NOTHING, ...(await lookThrough(task.maps, task.query)) };
    case 'rank titles':
      return { ...NOTHING, ranks: task.titles.map((title) => rankOf(title, task.query)) };
    case 'words':
      return { ...NOTHING, words: await distinctWords(textsOf(Buffer.from(task.lines).toString('utf8'))) };
  }
};

async function lookThrough(
  maps: readonly SearchedMap[],
  query: Query,
): Promise<Pick<SearchTaskAnswer, 'found' | 'bytes'>> {
  const found: [MapId, Found][] = [];
  let bytes = 0;
  for (const { map, lines, isPacked } of maps) {
    const text = isPacked ? await unpackLines(lines) : Buffer.from(lines).toString('utf8');
    bytes += text.length;
    const here = await findInTexts(textsOf(text), query);
    if (here !== null) found.push([map, here]);
    await setImmediate();
  }
  return { found, bytes };
}

function rankOf(title: string, query: Query): number {
  let hits = 0;
  for (const { word } of wordsIn(title.normalize('NFC'))) if (matches(word, query)) hits++;
  return hits;
}
