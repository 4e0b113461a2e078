import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { useEmoji } from './emoji.ts';

const SHOWN = 6;
const GAP = 10;

/** While somebody types `:word`, the signs that it may mean: Enter or Tab takes the chosen one, Esc leaves the word alone. */
export function ColonList({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { colonWord } = snapshot;
  const [left, setLeft] = useState<string | null>(null);
  if (colonWord === null || colonWord.word === left) return null;
  return <Signs editor={editor} {...colonWord} onLeave={() => setLeft(colonWord.word)} />;
}

interface SignsProps {
  readonly editor: Editor;
  readonly word: string;
  readonly x: number;
  readonly y: number;
  readonly onLeave: () => void;
}

function Signs({ editor, word, x, y, onLeave }: SignsProps) {
  const found = useEmoji(word, SHOWN);
  const [at, setAt] = useState(0);
  const take = (sign: string | undefined) => {
    if (sign !== undefined) editor.insert(sign, word.length + 1);
  };
  useEffect(() => setAt(0), [word]);
  useEffect(() => {
    if (found.length === 0) return;
    // First, and on the window: the keyboard stays in the words, which would take Enter as their own.
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
      else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % found.length);
      else if (event.key === 'Enter' || event.key === 'Tab') take(found[at]?.sign);
      else if (event.key === 'Escape') onLeave();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(y + GAP);
  useLayoutEffect(() => setTop(placeList(list.current, y)), [found, y]);
  if (found.length === 0) return null;
  return (
    <ul ref={list} className="colon-list" role="listbox" aria-label={words.commands.icon} style={{ left: x, top }}>
      {found.map((one, index) => (
        <li
          key={one.sign}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault();
            take(one.sign);
          }}
        >
          <span>{one.sign}</span> {one.name}
        </li>
      ))}
    </ul>
  );
}

/** Below the words; above them where the window, or the keyboard on it, ends sooner. */
function placeList(list: HTMLElement | null, y: number): number {
  const height = list?.offsetHeight ?? 0;
  const end = (visualViewport?.height ?? innerHeight) - GAP;
  const above = (document.querySelector('.bough-words')?.getBoundingClientRect().top ?? y) - GAP - height;
  return y + GAP + height <= end || above < GAP ? y + GAP : above;
}
