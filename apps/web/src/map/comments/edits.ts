import type { MapId, PersonId } from '@bough/base';
import { useCallback, useState } from 'react';
import { keptByMap } from '../../shell/kept-by-map.ts';
import type { Message, Thread } from './thread-list.ts';
import { readUnsaid } from './unsaid.ts';

/**
 * Other words that were begun for what one had sent: for a message by its id, for a comment by its `commentKey`. They stay on this device
 * until they are saved or left. Empty ones do, too.
 */
export type Edits = Readonly<Record<string, string>>;

/** Keeps other words for what one had sent while they are written; null: they are not written any more. */
export type WriteEdit = (key: string, text: string | null) => void;

/** A comment with its item and thread: where words for it belong when it is gone. */
export function commentKey({ id, item }: Pick<Thread, 'id' | 'item'>, comment: Message['id']): string {
  return `${item} ${id} ${comment}`;
}

/** Whether words were begun for a comment on that item. */
export function isEditedOn(edits: Edits, item: Thread['item']): boolean {
  return Object.keys(edits).some((key) => key.startsWith(`${item} `));
}

/** With these words for it; null: none any more. */
export function withEdit(edits: Edits, key: string, text: string | null): Edits {
  const others = Object.entries(edits).filter(([about]) => about !== key);
  return Object.fromEntries(text === null ? others : [...others, [key, text]]);
}

/** Those of what is there no more: somebody removed it while its author wrote other words for it. */
export function editsOfGone(edits: Edits, there: Iterable<string>): readonly [key: string, text: string][] {
  const keys = new Set(there);
  return Object.entries(edits).filter(([key, text]) => !keys.has(key) && text.trim() !== '');
}

/** Words for a comment that is gone, and where they can be said again. */
export interface GoneComment {
  readonly key: string;
  readonly text: string;
  readonly item: string;
  /** null: its thread is gone, too. */
  readonly thread: Thread['id'] | null;
}

/** The words for comments that are gone. */
export function goneComments(edits: Edits, threads: readonly Thread[]): readonly GoneComment[] {
  const there = threads.flatMap((thread) => thread.comments.map(({ id }) => commentKey(thread, id)));
  return editsOfGone(edits, there).map(([key, text]) => {
    const [item = '', thread] = key.split(' ');
    return { key, text, item, thread: threads.find(({ id }) => id === thread)?.id ?? null };
  });
}

const KEPT = { messages: 'bough.edits', comments: 'bough.comment-edits' } as const;

/** What this person is changing of what they sent, and the way to write on in it. */
export function useEdits(person: PersonId, map: MapId, of: keyof typeof KEPT) {
  const [kept] = useState(() => keptByMap(KEPT[of], person, map));
  const [edits, setEdits] = useState(() => readUnsaid(kept.read()));
  const write = useCallback<WriteEdit>(
    (key, text) => {
      setEdits((before) => withEdit(before, key, text));
      // Another tab may have kept more since.
      kept.keep(JSON.stringify(withEdit(readUnsaid(kept.read()), key, text)));
    },
    [kept],
  );
  return { edits, write };
}
