import type { MapId, PersonId } from '@bough/base';
import {
  browserClock,
  browserIds,
  browserRandom,
  connectMap,
  Editor,
  type EditorSettings,
  type PagePort,
} from '@bough/editor';
import { openJournals } from '@bough/editor/open-journals';
import { mapApi } from '../../api/map-api.ts';
import { followScripts } from '../../faces/follow-scripts.ts';
import { takePlanting } from '../../home/first/planting.ts';
import { earlyJournals } from '../../opening/early-answers.ts';
import { keptByMap } from '../../shell/kept-by-map.ts';
import { themeNow } from '../../shell/theme.ts';
import { words } from '../../words/index.ts';
import { contrastNow, handheld, INSETS_AT_FIRST, isApple, reducedMotion } from '../commands/device.ts';
import { presetNow } from '../commands/key-preset.ts';
import { tell } from '../messages/told.ts';
import { pictureStands } from '../../shell/after-picture.ts';

/** The editor of one map, connected, from `openEditor` to `close`. */
export interface OpenedEditor {
  readonly editor: Editor;
  /** Shows the editor in the host, where it may stand already; the answer takes it off again. */
  mount(host: HTMLElement, page: PagePort): () => void;
  close(): void;
}

/** Opens the map for the person. Nothing of it is shown before it is mounted. */
export function openEditor(map: MapId, person: PersonId): OpenedEditor {
  const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
  const journals = earlyJournals() ?? openJournals(globalThis);
  const open = connectMap({ ...ports, journals, api: mapApi(map) }, { map, person });
  const editor = new Editor({ ...ports, open, folds: keptByMap('bough.folds', person, map) }, settingsNow());
  const planting = takePlanting(map);
  if (planting !== null) editor.plant(planting);
  const unfollow = followScripts(open);
  let isReader = false;
  let isThere = false;
  const unheard = open.subscribe((event) => {
    const { role, status, isKept } = open.facts();
    if (!isThere && status.kind !== 'opening') {
      isThere = true;
      // The next time the document need not ask for it (opening/early-questions.ts).
      if (isKept && status.kind !== 'closed') keptByMap('bough.map', person, map).keep('1');
      pictureStands();
    }
    if (!isReader && (role === 'view' || role === 'comment')) {
      isReader = true;
      void import('../panels/reader.ts').then(({ askPast }) => askPast(editor, map));
    }
    if (event.kind !== 'renewed') return;
    void import('../messages/restored-note.tsx').then(({ renewedSentence }) => tell(renewedSentence(event.again)));
  });
  return {
    editor,
    mount: (host, page) => {
      editor.mount(host, page);
      return () => editor.unmount();
    },
    close: () => {
      unheard();
      unfollow();
      editor.unmount();
      open.close();
    },
  };
}

/** How an editor behaves on this device now. */
export function settingsNow(): EditorSettings {
  return {
    ...{
      theme: themeNow(),
      reducedMotion: reducedMotion.matches,
      isApple,
      isHandheld: handheld.matches,
      insets: INSETS_AT_FIRST,
      preset: presetNow(),
    },
    ...{ contrast: contrastNow(), words: words.editor, isReadOnly: false },
  };
}
