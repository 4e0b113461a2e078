import type { Clock, Ids } from '@bough/base';
import type { MindMap } from '@bough/map';
import type { OpenMap } from '../open-map.ts';

/** The map in memory alone, with undo: for example maps, thumbnails' editors and tests. */
export declare function openLocalMap(
  components: { readonly clock: Clock; readonly ids: Ids },
  settings: { readonly map: MindMap },
): OpenMap;
