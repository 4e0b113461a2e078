import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';

/** Selects the item of that name and brings it into sight, if it is there. */
export function showItem(editor: Editor, item: string | null): void {
  const found = editor.outline().find((row) => row.item.id === item)?.item;
  if (found !== undefined) editor.show(found.id);
}

/** Shows the item that the address names, once the map is there; later it leads nobody about. */
export function useShownItem(editor: Editor, snapshot: EditorSnapshot, item: string | null): void {
  const [shown, setShown] = useState<string | null>(null);
  const { status } = snapshot;
  const isOpen = status.kind === 'outdated' ? status.isOpen : status.kind !== 'opening' && status.kind !== 'closed';
  useEffect(() => {
    if (item === null || item === shown || !isOpen) return;
    setShown(item);
    showItem(editor, item);
  }, [editor, isOpen, item, shown]);
}
