import type { DocumentView } from '@bough/base';
import { encodeMap, encodeVisible, type MindMap } from '@bough/map';

/** The map's text, as it is shown in that view. */
export function encodeIn(view: DocumentView, map: MindMap): string {
  if (view === 'whole') return encodeMap(map);
  return encodeVisible(map, { comments: view === 'plain' ? 'none' : 'all' });
}
