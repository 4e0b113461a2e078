import type { MapId, PersonId } from '@bough/base';
import {
  browserClock,
  browserIds,
  browserRandom,
  connectMap,
  Editor,
  type EditorSettings,
  type EditorSnapshot,
} from '@bough/editor';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { mapApi } from '../../api/map-api.ts';
import { followScripts } from '../../faces/follow-scripts.ts';
import { takePlanting } from '../../home/first/planting.ts';
import { themeNow } from '../../shell/theme.ts';
import { words } from '../../words/index.ts';
import { contrastNow, INSETS_AT_FIRST, isApple, reducedMotion } from '../commands/device.ts';
import { presetNow } from '../commands/key-preset.ts';
import { keptByMap } from '../../shell/kept-by-map.ts';
import { readAloud } from './read-aloud.ts';
import { tell } from '../messages/told.ts';

/** The editor of one map, connected; null until the first effect has run. It ends with the screen. */
export function useEditor(map: MapId, person: PersonId): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
    const open = connectMap({ ...ports, api: mapApi(map) }, { map, person });
    const made = new Editor({ ...ports, open, folds: keptByMap('bough.folds', person, map) }, settingsNow());
    const planting = takePlanting(map);
    if (planting !== null) made.plant(planting);
    setEditor(made);
    readAloud(made);
    const unfollow = followScripts(open);
    let isReader = false;
    const unheard = open.subscribe((event) => {
      const { role } = open.facts();
      if (!isReader && (role === 'view' || role === 'comment')) {
        isReader = true;
        void import('../panels/reader.ts').then(({ askPast }) => askPast(made, map));
      }
      if (event.kind !== 'renewed') return;
      void import('../messages/restored-note.tsx').then(({ renewedSentence }) => tell(renewedSentence(event.again)));
    });
    return () => {
      unheard();
      unfollow();
      made.unmount();
      open.close();
    };
  }, [map, person]);
  return editor;
}

/** How an editor behaves on this device now. */
export function settingsNow(): EditorSettings {
  return {
    ...{
      theme: themeNow(),
      reducedMotion: reducedMotion.matches,
      isApple,
      insets: INSETS_AT_FIRST,
      preset: presetNow(),
    },
    ...{ contrast: contrastNow(), words: words.editor, isReadOnly: false },
  };
}

/** What the editor shows now, in React. */
export function useSnapshot(editor: Editor): EditorSnapshot {
  return useSyncExternalStore(editor.subscribe, editor.getSnapshot);
}
