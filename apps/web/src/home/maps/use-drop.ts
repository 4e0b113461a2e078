import type { FolderFacts } from '@bough/contracts';
import { type DragEvent, useState } from 'react';
import { useAtHome } from '../at-home.ts';
import { place, placeFolder } from '../library/deeds.ts';
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
      if ('map' in dropped) void place(library, dropped.map, target);
      else void placeFolder(library, dropped.folder, target);
    },
  };
}
