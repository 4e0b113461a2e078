import type { MapId } from '@bough/base';
import type { FolderFacts, MapFacts } from '@bough/contracts';
import type { DragEvent } from 'react';
import { mayMoveInto } from '../folders/folder-rows.ts';
import type { LibraryState } from '../library/library-state.ts';

/** What is being dragged about at home. */
export type Carried = { readonly kind: 'map'; readonly id: MapId } | { readonly kind: 'folder'; readonly id: string };

const TYPE = 'application/x-bough';
// While something is dragged a browser tells nobody what it is; only within this page do we know.
let carried: Carried | null = null;

/** Begins to drag; other programs get the name. */
export function carry(event: DragEvent, what: Carried, name: string): void {
  event.stopPropagation();
  carried = what;
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(TYPE, what.id);
  event.dataTransfer.setData('text/plain', name);
  addEventListener('dragend', () => (carried = null), { once: true });
}

/** What may be dropped on a folder (null: on the place of those in none). */
export function droppable(
  event: DragEvent,
  target: FolderFacts | null,
  state: LibraryState,
): { readonly map: MapFacts } | { readonly folder: FolderFacts } | null {
  if (!event.dataTransfer.types.includes(TYPE) || carried === null) return null;
  const { kind, id } = carried;
  if (kind === 'map') {
    const map = state.maps.find((each) => each.id === id);
    return map === undefined || map.folder === (target?.id ?? null) || !mayPlace(map, target) ? null : { map };
  }
  const folder = state.folders.find((each) => each.id === id);
  return folder !== undefined && mayMoveInto(folder, target, state.folders) ? { folder } : null;
}

/** Into somebody else's folder only an owner of the map may put it. */
export function mayPlace(map: MapFacts, target: FolderFacts | null): boolean {
  return target === null || target.role === 'own' || (map.role === 'own' && target.role === 'edit');
}
