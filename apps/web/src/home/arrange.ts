import { byName } from '../words/by-name.ts';
import type { MapFacts } from '@bough/contracts';
import type { Place } from '../shell/screen.ts';

/** In which order maps are listed. */
export type Sort = (typeof SORTS)[number];
export const SORTS = ['opened', 'changed', 'created', 'title'] as const;

const RECENT = 24;

/** The maps that a place shows, in order. Recent ones are the last opened, whatever the order is elsewhere. */
export function mapsAt(
  place: Place,
  { maps, trash }: { readonly maps: readonly MapFacts[]; readonly trash: readonly MapFacts[] },
  sort: Sort,
  language: string,
): readonly MapFacts[] {
  switch (place.kind) {
    case 'recent':
      return sorted(maps, 'opened', language).slice(0, RECENT);
    case 'trash':
      return trash.toSorted((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0));
    default:
      return sorted(
        maps.filter((map) => isAt(place, map)),
        sort,
        language,
      );
  }
}

function isAt(place: Place, map: MapFacts): boolean {
  switch (place.kind) {
    case 'starred':
      return map.isStarred;
    case 'shared':
      return map.role !== 'own';
    case 'folder':
      return map.folder === place.folder;
    case 'tag':
      return map.tags.includes(place.tag);
    default:
      return true;
  }
}

function sorted(maps: readonly MapFacts[], sort: Sort, language: string): readonly MapFacts[] {
  switch (sort) {
    case 'opened':
      return maps.toSorted((a, b) => b.openedAt - a.openedAt);
    case 'changed':
      return maps.toSorted((a, b) => b.changedAt - a.changedAt);
    case 'created':
      return maps.toSorted((a, b) => b.createdAt - a.createdAt);
    case 'title': {
      const compare = byName(language, { numeric: true, sensitivity: 'base' });
      return maps.toSorted((a, b) => compare(a.title, b.title));
    }
  }
}

/** The maps whose name has the words: what can be found without the server. */
export function mapsCalled(query: string, maps: readonly MapFacts[]): readonly MapFacts[] {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return maps.filter((map) => {
    const title = map.title.toLocaleLowerCase();
    return wanted.every((word) => title.includes(word));
  });
}

/** Every tag of the maps, by name. */
export function tagsOf(maps: readonly MapFacts[], language: string): readonly string[] {
  return [...new Set(maps.flatMap((map) => map.tags))].toSorted(byName(language));
}
