import type { Clock, MapId, PersonId } from '@bough/base';
import type { SearchAnswer } from '@bough/contracts';
import type { FolderAccess } from '../../access/folder-access.ts';
import type { FolderTree } from '../../access/folder-tree.ts';
import type { ListedMap } from '../maps/lists/list-query.ts';
import type { MapLists } from '../maps/lists/map-lists.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Found } from '../search-index/find-in-texts.ts';
import type { DoSearchTask, SearchedMap } from '../search-index/search-task.ts';
import { SearchTurns } from './search-turns.ts';
import type { StaleMaps } from '../search-index/stale-maps.ts';
import type { WordIndex } from '../search-index/word-index.ts';
import { parseQuery, type Query } from '../search-index/words.ts';

export interface SearchParts {
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly lists: MapLists;
  readonly folders: FolderAccess;
  readonly index: WordIndex;
  readonly stale: StaleMaps;
  /** Looks through maps, on threads of their own where there are any. */
  readonly doTask: DoSearchTask;
  readonly onTrouble: (error: unknown) => void;
}

interface FoundMaps {
  readonly found: ReadonlyMap<MapId, Found>;
  readonly isComplete: boolean;
}
interface Candidates {
  /** Maps that have the words, as the index knows them. */
  readonly indexed: ReadonlySet<MapId>;
  readonly isBehind: (map: MapId) => boolean;
}

/** So many maps whose index is behind are looked at as they are; the others are found once they are indexed. */
const STALE_MOST = 200;
/** So many that fit are enough to choose the best from: titles come first, then what was changed last. */
const ENOUGH = 200;
/** So many are read at once: a large one has half a megabyte. */
const READ_AT_ONCE = 20;
/** So many titles are looked at in one task. */
const TITLES_AT_ONCE = 2_000;
const MIB = 1024 * 1024;
/** What one search may cost: so much text on a thread, and so long altogether. What was found until then is answered. */
const TEXT_MOST = 64 * MIB;
/** Of that, so much as it is now, from docstore: what a map has beyond it is found once it is indexed. */
const LIVE_MOST = 16 * MIB;
/** So much of it all searches together may hold; who finds no room for more still reads maps of the usual size. */
const HELD_MOST = 64 * MIB;
const USUAL_MOST = 4 * MIB;
const TIME_MOST_MS = 4_000;
const PAGE = 20;

/**
 * Full-text search. The index says which of the person's maps have the words; their texts are read from beside it, and what
 * somebody is just drawing is read from docstore, so that what was changed is found at once although it is indexed rarely.
 */
export class Search {
  readonly #parts: SearchParts;
  readonly #turns = new SearchTurns();
  /** For how many bytes of texts from docstore there is room at present. */
  #heldBytes = 0;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /**
   * Maps that the person may open and that have all of the words, best first. One search of a person is done at a time, and none for
   * somebody who has gone (`mustBeWanted` throws then); throws 'too-many' when several of them wait already. The answer says where it
   * ended before all that may fit were looked through.
   */
  async find(
    person: PersonId,
    typed: string,
    limit: number | null,
    mustBeWanted: () => void = () => undefined,
  ): Promise<SearchAnswer> {
    const query = parseQuery(typed);
    if (query === null) return { results: [], isComplete: true };
    return await this.#turns.take(person, async () => {
      mustBeWanted();
      return await this.#find(person, query, limit ?? PAGE, mustBeWanted);
    });
  }

  async #find(person: PersonId, query: Query, limit: number, mustBeWanted: () => void): Promise<SearchAnswer> {
    const tree = await this.#parts.folders.seenBy(person);
    const { maps, indexed, isBehind } = await this.#candidates(person, tree, query);
    const { found, isComplete } = await this.#foundIn(maps, query, { indexed, isBehind }, mustBeWanted);
    const ordered = maps
      .flatMap((map) => {
        const here = found.get(map.id);
        return here === undefined ? [] : [{ map, here }];
      })
      .toSorted((a, b) => rank(b.here) - rank(a.here) || b.map.changedAt - a.map.changedAt)
      .slice(0, limit);
    const facts = await this.#parts.lists.facts(
      ordered.map(({ map }) => map),
      person,
      tree,
    );
    const byId = new Map(facts.map((map) => [map.id, map]));
    const results = ordered.flatMap(({ map, here }) => {
      const shown = byId.get(map.id);
      return shown === undefined ? [] : [{ map: shown, hits: here.hits, matches: here.matches }];
    });
    return { results, isComplete };
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
    mustBeWanted: () => void,
  ): Promise<FoundMaps> {
    const { metadata, doTask } = this.#parts;
    const hasWorkLeft = this.#budget();
    const newest = maps.toSorted((a, b) => b.changedAt - a.changedAt);
    const behind = newest.map(({ id }) => id).filter(isBehind);
    const live = new Set(behind.slice(0, STALE_MOST));
    const found = new Map<MapId, Found>();
    const look = async (texts: readonly SearchedMap[]): Promise<number> => {
      mustBeWanted();
      const answer = await doTask({ kind: 'look through', query, maps: texts });
      for (const [map, here] of answer.found) found.set(map, here);
      return answer.bytes;
    };
    // What is just drawn comes first. One map after the other: a single one is in memory.
    const isAllRead = await this.#lookAtNow(live, hasWorkLeft, async (texts) => void (await look([texts])));
    const wanted = await this.#titlesFirst(
      newest.filter(({ id }) => indexed.has(id) && !live.has(id)),
      query,
    );
    let [at, bytes] = [0, 0];
    for (; at < wanted.length && found.size < ENOUGH && hasWorkLeft(bytes); at += READ_AT_ONCE) {
      const read = await metadata.textsOf(wanted.slice(at, at + READ_AT_ONCE).map(({ id }) => id));
      bytes += await look(read.map(({ map, texts }) => ({ map, lines: texts, isPacked: true })));
    }
    // Where enough fit nobody is shown all of them.
    const isRead = at >= wanted.length || found.size >= ENOUGH;
    return { found, isComplete: isRead && isAllRead && behind.length <= STALE_MOST };
  }

  /** Says whether a search that began now and has looked through so much may go on. */
  #budget(): (bytes: number) => boolean {
    const { clock } = this.#parts;
    const untilMs = clock.monotonic() + TIME_MOST_MS;
    return (bytes) => bytes < TEXT_MOST && clock.monotonic() < untilMs;
  }

  async #titlesFirst(maps: readonly ListedMap[], query: Query): Promise<readonly ListedMap[]> {
    const ranks = new Map<MapId, number>();
    for (let at = 0; at < maps.length; at += TITLES_AT_ONCE) {
      const some = maps.slice(at, at + TITLES_AT_ONCE);
      const titles = some.map(({ title }) => title);
      const answer = await this.#parts.doTask({ kind: 'rank titles', query, titles });
      for (const [n, { id }] of some.entries()) ranks.set(id, answer.ranks[n] ?? 0);
    }
    return maps.toSorted((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0));
  }

  /** Looks through these maps as they are; answers whether through all of each. */
  async #lookAtNow(
    maps: ReadonlySet<MapId>,
    hasWorkLeft: (bytes: number) => boolean,
    look: (texts: SearchedMap) => Promise<void>,
  ): Promise<boolean> {
    let [bytes, isAllRead] = [0, true];
    for (const map of maps) {
      if (bytes >= LIVE_MOST || !hasWorkLeft(bytes)) return false;
      const room = Math.min(LIVE_MOST - bytes, Math.max(USUAL_MOST, HELD_MOST - this.#heldBytes));
      this.#heldBytes += room;
      try {
        const lines = await this.#linesNow(map, room);
        if (lines !== null) await look({ map, lines, isPacked: false });
        else isAllRead = false;
        bytes += lines?.length ?? 0;
      } finally {
        this.#heldBytes -= room;
      }
    }
    return isAllRead;
  }

  /** null: it cannot be read now, which must not hide all others, or has more than `most`. */
  async #linesNow(map: MapId, most: number): Promise<Uint8Array | null> {
    try {
      return await this.#parts.index.linesNow(map, most);
    } catch (error) {
      this.#parts.onTrouble(error);
      return null;
    }
  }
}

function rank({ isTitle, best, matches: count }: Found): number {
  return (isTitle ? 1_000_000 : 0) + best * 10_000 + Math.min(count, 9_999);
}
