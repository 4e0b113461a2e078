import type { MapId, PersonId } from '@bough/base';
import type { SearchResult } from '@bough/contracts';
import type { FolderAccess } from '../folders/folder-access.ts';
import type { FolderTree } from '../folders/folder-tree.ts';
import type { ListedMap } from '../maps/list-query.ts';
import type { MapLists } from '../maps/map-lists.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { findInTexts, type Found } from './find-in-texts.ts';
import { type MapText, textsOf, unpackLines } from './map-texts.ts';
import type { StaleMaps } from './stale-maps.ts';
import type { WordIndex } from './word-index.ts';
import { matches, parseQuery, type Query, wordsIn } from './words.ts';

export interface SearchParts {
  readonly metadata: Metadata;
  readonly lists: MapLists;
  readonly folders: FolderAccess;
  readonly index: WordIndex;
  readonly stale: StaleMaps;
  readonly onTrouble: (error: unknown) => void;
}

interface Candidates {
  /** Maps that have the words, as the index knows them. */
  readonly indexed: ReadonlySet<MapId>;
  readonly isBehind: (map: MapId) => boolean;
}

/** So many maps whose index is behind are looked at as they are; the others are found once they are indexed. */
const STALE_MOST = 40;
/** So many of the maps that have the words are read, titles first, then those that were changed last. */
const READ_MOST = 200;
const PAGE = 20;

/**
 * Full-text search. The index says which of the person's maps have the words; their texts are read from beside it, and what
 * somebody is just drawing is read from docstore, so that what was changed is found at once although it is indexed rarely.
 */
export class Search {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** Maps that the person may open and that have all of the words, best first. */
  async find(person: PersonId, typed: string, limit: number | null): Promise<readonly SearchResult[]> {
    const query = parseQuery(typed);
    if (query === null) return [];
    const tree = await this.#parts.folders.seenBy(person);
    const { maps, indexed, isBehind } = await this.#candidates(person, tree, query);
    const found = await this.#foundIn(maps, query, { indexed, isBehind });
    const ordered = maps
      .flatMap((map) => {
        const here = found.get(map.id);
        return here === undefined ? [] : [{ map, here }];
      })
      .toSorted((a, b) => rank(b.here) - rank(a.here) || b.map.changedAt - a.map.changedAt)
      .slice(0, limit ?? PAGE);
    const facts = await this.#parts.lists.facts(
      ordered.map(({ map }) => map),
      person,
      tree,
    );
    const byId = new Map(facts.map((map) => [map.id, map]));
    return ordered.flatMap(({ map, here }) => {
      const shown = byId.get(map.id);
      return shown === undefined ? [] : [{ map: shown, hits: here.hits, matches: here.matches }];
    });
  }

  /** The index is asked first, about ids alone: a map costs something where it has the words, or may have them. */
  async #candidates(
    person: PersonId,
    tree: FolderTree,
    query: Query,
  ): Promise<{ maps: readonly ListedMap[] } & Candidates> {
    const { metadata, stale, lists } = this.#parts;
    const ids = await lists.ids(person, tree);
    const behind = new Set(await metadata.mapsBehind(ids));
    const indexed = new Set(await metadata.mapsWith(ids, query.words, query.prefix));
    const isBehind = (id: MapId): boolean => behind.has(id) || stale.has(id);
    const some = await lists.some(
      ids.filter((id) => indexed.has(id) || isBehind(id)),
      person,
      tree,
    );
    return { maps: some.filter(({ trashedAt }) => trashedAt === null), indexed, isBehind };
  }

  async #foundIn(
    maps: readonly ListedMap[],
    query: Query,
    { indexed, isBehind }: Candidates,
  ): Promise<ReadonlyMap<MapId, Found>> {
    const { metadata } = this.#parts;
    const newest = maps.toSorted((a, b) => b.changedAt - a.changedAt);
    const live = new Set(
      newest
        .map(({ id }) => id)
        .filter(isBehind)
        .slice(0, STALE_MOST),
    );
    const wanted = newest
      .filter(({ id }) => indexed.has(id) && !live.has(id))
      .toSorted((a, b) => titleRank(b, query) - titleRank(a, query));
    const found = new Map<MapId, Found>();
    const keep = (map: MapId, texts: readonly MapText[]): void => {
      const here = findInTexts(texts, query);
      if (here !== null) found.set(map, here);
    };
    const read = await metadata.textsOf(wanted.slice(0, READ_MOST).map(({ id }) => id));
    for (const { map, texts } of read) keep(map, textsOf(unpackLines(texts)));
    for (const [map, texts] of await this.#textsNow(live)) keep(map, texts);
    return found;
  }

  async #textsNow(maps: ReadonlySet<MapId>): Promise<readonly (readonly [MapId, readonly MapText[]])[]> {
    return await Promise.all(
      [...maps].map(async (map) => {
        // One map that cannot be read now must not hide all others.
        const texts = await this.#parts.index.textsNow(map).catch((error: unknown) => {
          this.#parts.onTrouble(error);
          return [];
        });
        return [map, texts] as const;
      }),
    );
  }
}

function rank({ isTitle, best, matches: count }: Found): number {
  return (isTitle ? 1_000_000 : 0) + best * 10_000 + Math.min(count, 9_999);
}

function titleRank({ title }: ListedMap, query: Query): number {
  let hits = 0;
  for (const { word } of wordsIn(title.normalize('NFC'))) if (matches(word, query)) hits++;
  return hits;
}
