import type { MapId, PersonId } from '@bough/base';
import {
  browserClock,
  browserIds,
  browserRandom,
  connectMap,
  Editor,
  type EditorSnapshot,
  httpDoor,
} from '@bough/editor';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { csrfToken } from '../api/session.ts';
import { takePlanting } from '../home/planting.ts';
import { themeNow } from '../shell/theme.ts';
import { words } from '../words/index.ts';
import { insetsNow, isApple, reducedMotion } from './device.ts';

/** The editor of one map, connected; null until the first effect has run. It ends with the screen. */
export function useEditor(map: MapId, person: PersonId): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
    const door = httpDoor({ origin: location.origin, map, csrf: csrfToken, fetch: (url, init) => fetch(url, init) });
    const open = connectMap({ ...ports, door }, { map, person });
    const made = new Editor(
      { ...ports, open },
      { theme: themeNow(), reducedMotion: reducedMotion.matches, isApple, insets: insetsNow(), words: words.editor },
    );
    const outline = takePlanting(map);
    if (outline !== null) made.plant(outline);
    setEditor(made);
    return () => {
      made.unmount();
      open.close();
    };
  }, [map, person]);
  return editor;
}

/** What the editor shows now, in React. */
export function useSnapshot(editor: Editor): EditorSnapshot {
  return useSyncExternalStore(editor.subscribe, editor.getSnapshot);
}
