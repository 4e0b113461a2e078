import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';

/** Selects the item that the address names and brings it into sight, once the map is there; later it leads nobody about. */
export function useShownItem(editor: Editor, snapshot: EditorSnapshot, item: string | null): void {
  const [shown, setShown] = useState<string | null>(null);
  const { status } = snapshot;
  const isOpen = status.kind === 'outdated' ? status.isOpen : status.kind !== 'opening' && status.kind !== 'closed';
  useEffect(() => {
    if (item === null || item === shown || !isOpen) return;
    const found = editor.outline().find((row) => row.item.id === item)?.item;
    setShown(item);
    if (found === undefined) return;
    editor.select([found.id]);
    editor.show(found.id);
  }, [editor, isOpen, item, shown]);
}
