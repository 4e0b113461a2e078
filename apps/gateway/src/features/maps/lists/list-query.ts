import { parseBase64Url, parseMapId, toBase64Url, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { MapRole, ParsedBy } from '@bough/contracts';
import type { gatewayRoutes } from '@bough/contracts/gateway';
import type { MapEntry, OpenedMap } from '../../../metadata/maps/map-store.ts';

/** What is asked of a list of maps. */
export type ListQuery = ParsedBy<(typeof gatewayRoutes.listMaps)['params']>;

/** A map of the list, with what decides whether it is shown and where. */
export interface ListedMap extends MapEntry {
  readonly role: MapRole;
  readonly mayCopy: boolean;
  readonly mayReadPast: boolean;
  readonly openedAt: number;
  /** Whether somebody else made it known to this person. */
  readonly isFromOthers: boolean;
}
/** A page of the list; `next` is what to ask with for the one after it. */
export interface ListPage {
  readonly maps: readonly ListedMap[];
  readonly next: string | null;
}

const PAGE = 100;
const TITLES = new Intl.Collator('en', { numeric: true });

type Key = number | string;
type Sort = NonNullable<ListQuery['sort']>;

/**
 * One page of the maps in the order asked for. A cursor says what the last map of the page before was sorted by, and which it was: maps
 * that move, come or go between two pages make nothing else appear twice or be left out.
 */
export function pageOf(maps: readonly ListedMap[], query: ListQuery): ListPage {
  const sort = query.sort ?? 'opened';
  const shown = maps.filter((map) => isShown(map, query));
  const ordered = shown
    .map((map) => ({ map, key: keyOf(map, sort) }))
    .sort((a, b) => compare(a.key, a.map.id, b.key, b.map.id));
  const after = query.cursor === null ? null : readCursor(query.cursor, sort);
  const from = after === null ? 0 : ordered.findIndex(({ key, map }) => compare(key, map.id, after.key, after.id) > 0);
  const page = from < 0 ? [] : ordered.slice(from, from + (query.limit ?? PAGE));
  const last = page.at(-1);
  const isEnd = last === undefined || last === ordered.at(-1);
  return { maps: page.map(({ map }) => map), next: isEnd ? null : writeCursor(last.key, last.map.id) };
}

/** The same, of maps that come portion by portion as they were opened last: no more of them are read than the page needs. */
export async function pageByOpening(
  read: (after: OpenedMap | null, most: number) => AsyncIterable<readonly ListedMap[]>,
  query: ListQuery,
): Promise<ListPage> {
  const limit = query.limit ?? PAGE;
  const cursor = query.cursor === null ? null : readCursor(query.cursor, 'opened');
  const map = parseMapId(cursor?.id);
  const after = cursor === null || map === null ? null : { map, at: Number(cursor.key) };
  const page: ListedMap[] = [];
  for await (const portion of read(after, limit + 1)) {
    page.push(...portion.filter((each) => isShown(each, query)));
    if (page.length > limit) break;
  }
  const maps = page.slice(0, limit);
  const last = maps.at(-1);
  return { maps, next: last === undefined || page.length <= limit ? null : writeCursor(last.openedAt, last.id) };
}

function isShown(map: ListedMap, { show, folder, tag }: ListQuery): boolean {
  if ((map.trashedAt !== null) !== (show === 'trash')) return false;
  // Who may not restore a map has no business with its remains.
  if (show === 'trash' && map.role !== 'own') return false;
  if (show === 'mine' && map.isFromOthers) return false;
  if (show === 'shared' && !map.isFromOthers) return false;
  if (show === 'starred' && !map.isStarred) return false;
  if (folder !== null && map.folder !== (folder === 'none' ? null : folder)) return false;
  return tag === null || map.tags.includes(tag);
}

function keyOf(map: ListedMap, sort: Sort): Key {
  switch (sort) {
    case 'opened':
      return map.openedAt;
    case 'changed':
      return map.changedAt;
    case 'created':
      return map.createdAt;
    case 'title':
      return map.title;
  }
}

/** Times from the last to the first, titles as a dictionary has them. */
function compare(a: Key, aId: string, b: Key, bId: string): number {
  const byKey = typeof a === 'number' && typeof b === 'number' ? b - a : TITLES.compare(String(a), String(b));
  if (byKey !== 0) return byKey;
  if (aId === bId) return 0;
  return aId < bId ? -1 : 1;
}

function writeCursor(key: Key, id: string): string {
  return toBase64Url(utf8Encode(JSON.stringify([key, id])));
}

/** Where the cursor points; null, which is the beginning, for one that is none of ours. */
function readCursor(cursor: string, sort: Sort): { readonly key: Key; readonly id: string } | null {
  const json = tryUtf8Decode(parseBase64Url(cursor) ?? new Uint8Array(0));
  const read = tryJson(json);
  if (!Array.isArray(read)) return null;
  const parts: readonly unknown[] = read;
  const [key, id] = parts;
  if (typeof id !== 'string' || typeof key !== (sort === 'title' ? 'string' : 'number')) return null;
  return typeof key === 'string' || typeof key === 'number' ? { key, id } : null;
}
