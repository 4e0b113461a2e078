import type { MapId, PrefixName } from '@bough/base';

/** All words of a map, as they stood at a number of its history. */
export interface MapWords extends PrefixName {
  readonly map: MapId;
  /** Each folded word once (search/fold.ts), or what stands for it (search/sealed-words.ts). */
  readonly words: readonly string[];
  /** The texts of the items, as docstore packs them, for showing where a word stands. */
  readonly texts: Uint8Array;
}

/** An inverted index: which maps have which words. It may be thrown away, and is then made again. */
export interface WordStore {
  /** Takes the place of what was kept, unless that is of a later number of the same lineage; the map's words are not behind then. */
  putWords(words: MapWords): Promise<void>;
  /** Those of the maps that have all of the words, and one that begins with `prefix` unless it is null. In no order. */
  mapsWith(maps: readonly MapId[], words: readonly string[], prefix: string | null): Promise<readonly MapId[]>;
  textsOf(maps: readonly MapId[]): Promise<readonly Pick<MapWords, 'map' | 'seq' | 'texts'>[]>;
  /** What the index of the map is of; null: there is none, or one from before lineages. */
  wordsName(map: MapId): Promise<PrefixName | null>;
  /** The map changes, or not any more, so that its words are behind: whoever comes after a crash knows it by that. */
  setBehind(map: MapId, isBehind: boolean): Promise<void>;
  /** Those of the maps whose words are behind. */
  mapsBehind(maps: readonly MapId[]): Promise<readonly MapId[]>;
  /** Everything that is kept under a lineage which does not begin so is behind from now on. */
  setOthersBehind(beginning: string): Promise<void>;
  /** Maps, after this one in the order of ids, of which there are no words yet, or whose words are behind. */
  mapsWithoutWords(after: MapId | null, limit: number): Promise<readonly MapId[]>;
}
