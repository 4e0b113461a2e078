import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect } from 'react';
import { words } from '../../words/index.ts';
import { firstLetters } from '../../words/letters.ts';

const LONGEST = 80;

/** A map that nobody named yet takes the first words of its root as its name, once they are written. */
export function useNaming(editor: Editor, snapshot: EditorSnapshot): void {
  const { title, editing, focused, role } = snapshot;
  const name = role === 'own' && title === words.home.untitled && editing === null ? nameFrom(focused) : '';
  useEffect(() => {
    if (name !== '') editor.setTitle(name);
  }, [editor, name]);
}

function nameFrom(item: EditorSnapshot['focused']): string {
  if (item === null || item.parent !== null) return '';
  const [first = ''] = item.text.trim().split('\n');
  return firstLetters(first, LONGEST).trim();
}
