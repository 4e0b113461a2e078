import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterPicture } from '../../shell/after-picture.ts';
import { takeBegun } from '../first-picture.ts';
import { openEditor, type OpenedEditor } from './open-editor.ts';
import { readAloud } from './read-aloud.ts';

/** The editor of one map, connected; null until the first effect has run. It ends with the screen. */
export function useEditor(map: MapId, person: PersonId): OpenedEditor | null {
  const [opened, setOpened] = useState<OpenedEditor | null>(null);
  useEffect(() => {
    const made = takeBegun(map, person) ?? openEditor(map, person);
    setOpened(made);
    afterPicture(() => readAloud(made.editor));
    return () => made.close();
  }, [map, person]);
  return opened;
}

/** What the editor shows now, in React. */
export function useSnapshot(editor: Editor): EditorSnapshot {
  return useSyncExternalStore(editor.subscribe, editor.getSnapshot);
}
