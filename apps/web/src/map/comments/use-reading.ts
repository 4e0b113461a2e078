import { type MapId, type PersonId, tryJson } from '@bough/base';
import { type CommentsRead, commentsRead, commentRoutes, readFurther } from '@bough/contracts';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../../api/api.ts';
import { callUnsafe } from '../../api/session.ts';
import { keptByMap } from '../../shell/kept-by-map.ts';
import type { Message, Seen, Thread } from './thread-list.ts';
import { asThread, NOTHING_READ, readMore, unreadMessages, unreadThreads } from './unread.ts';

interface ReadingOf {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
}

/** What this person has not read of the map's comments, and the way to say that they have seen some. */
export function useReading({ map, editor, snapshot, person }: ReadingOf) {
  const reading = useMemo(() => readingOf(map, person), [map, person]);
  const read = useSyncExternalStore(reading.subscribe, reading.get);
  const mayRead = editor.offers('comments') && snapshot.role !== null;
  useEffect(() => (mayRead ? reading.refresh() : undefined), [reading, mayRead]);
  const isMe = useCallback((author: PersonId) => author === person, [person]);
  const { version } = snapshot;
  const unread = useMemo(
    () => (read === null ? NONE : unreadThreads(editor.threads(), read, isMe)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that somebody said more
    [editor, version, read, isMe],
  );
  const chat = editor.chat();
  const newMessages = useMemo(
    () => (read === null ? NO_MESSAGES : unreadMessages(chat, read, isMe)),
    [chat, read, isMe],
  );
  const markRead = useCallback(
    (seen: readonly Seen[]) =>
      reading.keep((before) => readMore(before, seen, [...editor.threads(), asThread(editor.chat())], isMe)),
    [reading, editor, isMe],
  );
  return { isKnown: read !== null, unread, newMessages, markRead };
}

const NONE: ReadonlySet<Thread['id']> = new Set();
const NO_MESSAGES: readonly Message[] = [];

/** One for each map and person, whoever shows it: the menu of the map and its sheets agree. */
const readings = new Map<string, ReturnType<typeof makeReading>>();

function readingOf(map: MapId, person: PersonId) {
  const name = `${map} ${person}`;
  const known = readings.get(name) ?? makeReading(map, person);
  readings.set(name, known);
  return known;
}

function makeReading(map: MapId, person: PersonId) {
  const kept = keptByMap('bough.read', person, map);
  const here = commentsRead(tryJson(kept.read() ?? 'null'));
  /** null: nobody knows yet, so nothing is called new. */
  let now: CommentsRead | null = here.ok ? here.value : null;
  const listeners = new Set<() => void>();
  const set = (next: CommentsRead) => {
    if (JSON.stringify(next) === JSON.stringify(now)) return false;
    now = next;
    kept.keep(JSON.stringify(next));
    for (const listener of listeners) listener();
    return true;
  };
  const say = (read: CommentsRead) => void callUnsafe(commentRoutes.readComments, { map }, read);
  return {
    get: () => now,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    /** Asks the server, which knows what was read elsewhere; it hears what was read here without it. */
    refresh: () =>
      void call(commentRoutes.commentsRead, { map }, undefined).then((answer) => {
        if (!answer.ok) return;
        const both = readFurther(answer.value, now ?? NOTHING_READ);
        set(both);
        if (JSON.stringify(both) !== JSON.stringify(answer.value)) say(both);
      }),
    keep: (change: (before: CommentsRead) => CommentsRead) => {
      const next = change(now ?? NOTHING_READ);
      if (set(next)) say(next);
    },
  };
}
