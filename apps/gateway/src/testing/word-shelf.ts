import { VirtualClock } from '@bough/base/testing';
import type { MapId, PersonId } from '@bough/base';
import { openContext, platformIds, silentLog } from '@bough/service';
import { onTestFinished } from 'vitest';
import { buildAccess } from '../access/build-access.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { openSqlite } from '../metadata/sqlite/sqlite-metadata.ts';
import { distinctWords, packLines, textsOf as readLines } from '../features/search-index/map-texts.ts';
import { sealedWords } from '../features/search-index/sealed-words.ts';
import { MapLists } from '../features/maps/lists/map-lists.ts';
import { searchIndexFeature, type SearchIndexPorts } from '../features/search-index/feature.ts';
import { Search } from '../features/search/search.ts';
import { newMapId, newPersonId } from './metadata-contract/fixtures.ts';

export const WORD_KEY = new Uint8Array(32).fill(7);

/** What is around the search. */
export interface ShelfEdges {
  /** Told before texts of maps are read from beside the index. */
  readonly onRead?: (clock: VirtualClock) => void;
  /** Docstore as it answers; absent: whoever asks it fails. */
  readonly docstore?: SearchIndexPorts['docstore'];
  readonly searchElsewhere?: SearchIndexPorts['searchElsewhere'];
}
/** Somebody with maps that are indexed. */
export interface Shelf {
  readonly person: PersonId;
  /** For this person, or for somebody else. */
  readonly find: (typed: string, mustBeWanted?: () => void, as?: PersonId) => ReturnType<Search['find']>;
  /** Adds an indexed map with these items, changed later than those before. */
  readonly add: (title: string, ...items: readonly string[]) => Promise<MapId>;
  /** How many maps' texts were read. */
  readonly reads: () => number;
  /** The index as the database has it. */
  readonly kept: Metadata;
}

/** A shelf of nobody else, gone with the test. */
export function wordShelf(edges: ShelfEdges = {}): Shelf {
  const kept = openSqlite(':memory:');
  onTestFinished(() => kept.close());
  const clock = new VirtualClock();
  let reads = 0;
  const textsOf: Metadata['textsOf'] = async (maps) => {
    reads += maps.length;
    edges.onRead?.(clock);
    return await kept.textsOf(maps);
  };
  const metadata = { ...kept, textsOf };
  const words = sealedWords(metadata, [WORD_KEY]);
  const absent = async (): Promise<never> => await Promise.reject(new Error('docstore is not there'));
  const onTrouble = (): void => undefined;
  const index = searchIndexFeature({
    ...{ metadata, keys: { words: [WORD_KEY] }, clock, bus: new ProcessBus({ clock }) },
    ...{ docstore: edges.docstore ?? { call: absent }, searchElsewhere: edges.searchElsewhere },
    openContext: (facts) => openContext({ service: 'gateway', clock, ids: platformIds, log: silentLog }, facts),
    listen: () => undefined,
    onTrouble,
  });
  const around = { ...buildAccess({ metadata, clock }), ...index, metadata, clock, onTrouble };
  const search = new Search({ ...around, metadata: index.sealed, lists: new MapLists(around) });
  const person = newPersonId();
  let at = 0;
  const add = async (title: string, ...items: readonly string[]): Promise<MapId> => {
    const id = newMapId();
    at++;
    await metadata.addMap({ id, title, createdAt: at }, person);
    const texts = [[null, title], ...items.map((text, n) => [`item-${n}`, text])];
    const lines = texts.map((each) => JSON.stringify(each)).join('\n');
    const wordsOf = await distinctWords(readLines(lines));
    await words.putWords({ map: id, lineage: 'abcdefghijkl', seq: 1, words: wordsOf, texts: await packLines(lines) });
    return id;
  };
  return {
    person,
    kept,
    add,
    reads: () => reads,
    find: (typed, mustBeWanted, as = person) => search.find(as, typed, null, mustBeWanted),
  };
}
