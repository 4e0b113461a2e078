import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';
import type { ChatPlace, MapPlace } from '../../shell/screen.ts';
import type { Panel } from '../panels/panel.ts';

function itemOf(editor: Editor, item: string | null) {
  return editor.outline().find((row) => row.item.id === item)?.item;
}

/** Selects the item of that name and brings it into sight, if it is there. */
export function showItem(editor: Editor, item: string | null): void {
  const found = itemOf(editor, item);
  if (found !== undefined) editor.show(found.id);
}

/** Shows the place that the address names, once the map is there; later it leads nobody about. */
export function useShownPlace(
  editor: Editor,
  snapshot: EditorSnapshot,
  at: MapPlace | ChatPlace | null,
  onPanel: (panel: Panel) => void,
): void {
  const [shown, setShown] = useState('');
  const { status, present, focusOn } = snapshot;
  const isOpen = status.kind === 'outdated' ? status.isOpen : status.kind !== 'opening' && status.kind !== 'closed';
  const slide = present === null ? null : (focusOn?.id ?? null);
  useEffect(() => {
    const place = JSON.stringify(at);
    // Left and named once more, it is gone to once more.
    if (at === null) return setShown('');
    if (place === shown || !isOpen) return;
    setShown(place);
    if ('message' in at) return editor.offers('chat') ? onPanel({ kind: 'chat', marked: at.message }) : undefined;
    const { item, comment, isSlide } = at;
    const found = itemOf(editor, item);
    if (found === undefined || found.id === slide) return;
    if (isSlide) return editor.presentItem(found.id);
    editor.show(found.id);
    if (comment !== null && editor.offers('comments')) onPanel({ kind: 'comments', marked: at });
  }, [editor, isOpen, at, shown, slide, onPanel]);
}
