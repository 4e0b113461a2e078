import type { FolderFacts } from '@bough/contracts';
import { type DragEvent, useState } from 'react';
import { useAtHome } from '../at-home.ts';
import { place, placeFolder } from '../library/deeds.ts';
import { placeAll } from '../library/deeds-for-many.ts';
import { droppable } from './carried.ts';

/** What makes an element take the maps and folders that are dropped on it, for this folder (null: for none). */
export function useDrop(target: FolderFacts | null) {
  const { library, state } = useAtHome();
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      if (droppable(event, target, state) === null) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const dropped = droppable(event, target, state);
      if (dropped === null) return;
      event.preventDefault();
      const [one, ...others] = 'maps' in dropped ? dropped.maps : [];
      if ('folder' in dropped) void placeFolder(library, dropped.folder, target);
      else if (one === undefined || others.length > 0) void placeAll(library, dropped.maps, target);
      else void place(library, one, target);
    },
  };
}
