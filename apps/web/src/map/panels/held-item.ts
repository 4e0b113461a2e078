import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';

type FocusedItem = NonNullable<EditorSnapshot['focused']>;

/** What a sheet is about. */
export interface HeldItem {
  readonly item: FocusedItem;
  /** Somebody has removed it. */
  readonly isGone: boolean;
}

/** The selected item; while somebody writes about one that somebody else removes, that one, so that nothing is typed into the void. */
export function useHeldItem(
  editor: Editor,
  { focused }: EditorSnapshot,
  isWritten: (item: FocusedItem) => boolean,
): HeldItem | null {
  const [last, setLast] = useState(focused);
  useEffect(() => {
    if (focused !== null) setLast(focused);
  }, [focused]);
  if (focused !== null) return { item: focused, isGone: false };
  return last !== null && isWritten(last) && !editor.has(last.id) ? { item: last, isGone: true } : null;
}
