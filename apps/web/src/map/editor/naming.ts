import { type Editor, type EditorSnapshot, parseLines } from '@bough/editor';
import { useEffect, useRef } from 'react';
import { words } from '../../words/index.ts';
import { firstLetters } from '../../words/letters.ts';

const LONGEST = 80;

/**
 * A map takes the first words of its root as its name as soon as they are written, and follows them until somebody names it
 * otherwise.
 */
export function useNaming(editor: Editor, snapshot: EditorSnapshot): void {
  const { title, editing, firstRoot, role } = snapshot;
  const name = nameFrom(firstRoot?.text ?? '');
  const isWritten = firstRoot !== null && editing !== firstRoot.id;
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (!isWritten) return;
    const isUnnamed = title === words.untitled || title === followed.current;
    if (role === 'own' && isUnnamed && name !== '' && name !== title) editor.setTitle(name);
    if (name !== '') followed.current = name;
  }, [editor, isWritten, name, role, title]);
}

/** The words as they read, without their marks. */
function nameFrom(text: string): string {
  const [first] = parseLines(text.trim());
  const plain = (first?.runs ?? []).map((run) => run.text).join('');
  return firstLetters(plain, LONGEST).trim();
}
