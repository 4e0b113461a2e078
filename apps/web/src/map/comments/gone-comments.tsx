import { type ReactNode, useMemo } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { goneComments } from './edits.ts';
import { GoneWords } from './gone-words.tsx';
import type { Thread } from './thread-list.ts';
import type { ThreadReader } from './thread-view.tsx';

interface GoneCommentsProps extends Pick<ThreadReader, 'editor' | 'snapshot' | 'edits' | 'onEdit'> {
  /** The item whose comments are meant; null: all of them. */
  readonly about: Thread['item'] | null;
  /** Those that a comment can be sent to. */
  readonly items: readonly { readonly id: Thread['item'] }[];
  readonly headOf?: (item: Thread['item']) => ReactNode;
}

/** The words that this person wrote for comments of theirs which were removed meanwhile. */
export function GoneComments({ editor, snapshot, edits, onEdit, about, items, headOf }: GoneCommentsProps) {
  const { version, role } = snapshot;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that the map is another one
  const gone = useMemo(() => goneComments(edits, editor.threads()), [edits, editor, version]);
  const { comments } = sheetWords();
  const said = { gone: comments.removed, editing: comments.editing, ...comments.ofRemoved };
  return gone.map(({ key, text, item: id, thread }) => {
    if (about !== null && id !== about) return null;
    const item = items.find((one) => one.id === id)?.id ?? null;
    return (
      <GoneWords
        key={key}
        said={said}
        head={item === null ? null : headOf?.(item)}
        text={text}
        onText={(next) => onEdit(key, next)}
        onSay={item === null || role === 'view' ? null : (words) => editor.comment(item, words, thread)}
      />
    );
  });
}
