import type { MapId } from '@bough/base';
import type { FolderFacts, MapFacts } from '@bough/contracts';
import type { DragEvent } from 'react';
import { mayMoveInto } from '../folders/folder-rows.ts';
import type { LibraryState } from '../library/library-state.ts';
import { homeWords } from '../../words/screens/home-words.ts';

/** What is being dragged about at home. */
export type Carried =
  | { readonly kind: 'maps'; readonly ids: readonly MapId[] }
  | { readonly kind: 'folder'; readonly id: string };

const TYPE = 'application/x-bough';
// While something is dragged a browser tells nobody what it is; only within this page do we know.
let carried: Carried | null = null;

/** Begins to drag; other programs get the name. Of several the pointer shows how many. */
export function carry(event: DragEvent, what: Carried, name: string): void {
  event.stopPropagation();
  carried = what;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(TYPE, what.kind);
  event.dataTransfer.setData('text/plain', name);
  if (what.kind === 'maps' && what.ids.length > 1) showCount(event, homeWords().count(what.ids.length));
  addEventListener('dragend', () => (carried = null), { once: true });
}

/** What may be dropped on a folder (null: on the place of those in none). */
export function droppable(
  event: DragEvent,
  target: FolderFacts | null,
  state: LibraryState,
): { readonly maps: readonly MapFacts[] } | { readonly folder: FolderFacts } | null {
  if (!event.dataTransfer.types.includes(TYPE) || carried === null) return null;
  if (carried.kind === 'maps') {
    const ids = new Set(carried.ids);
    const maps = state.maps.filter((map) => ids.has(map.id) && map.folder !== (target?.id ?? null));
    return maps.length === 0 || !maps.every((map) => mayPlace(map, target)) ? null : { maps };
  }
  const { id } = carried;
  const folder = state.folders.find((each) => each.id === id);
  return folder !== undefined && mayMoveInto(folder, target, state.folders) ? { folder } : null;
}

/** Into somebody else's folder only an owner of the map may put it. */
export function mayPlace(map: MapFacts, target: FolderFacts | null): boolean {
  return target === null || target.role === 'own' || (map.role === 'own' && target.role === 'edit');
}

/** A browser takes a picture of it for the pointer; then it goes. */
function showCount(event: DragEvent, text: string): void {
  const count = document.createElement('div');
  count.className = 'carried-count';
  count.textContent = text;
  document.body.append(count);
  event.dataTransfer.setDragImage(count, -12, -8);
  // Chromium takes the picture after the event.
  setTimeout(() => count.remove());
}
