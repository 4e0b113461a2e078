import type { MapId } from '@bough/base';
import type { Editor } from '@bough/editor';
import { useEffect } from 'react';
import { go } from '../../shell/router.ts';
import { type MapOpens, mapAddress } from '../../shell/screen.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { tell } from '../messages/told.ts';
import type { Panel } from '../panels/panel.ts';
import { askPast } from '../panels/reader.ts';
import { whenPastKnown } from './when-past-known.ts';

interface PastGateProps {
  readonly editor: Editor;
  readonly map: MapId;
  /** What the address opens; without it the history is open. */
  readonly opens: MapOpens | null;
  readonly onPanel: (panel: Panel) => void;
}

/** For somebody who may not edit, and wants the history or still has it open: the server says whether they may read it. Otherwise they have the map as it is, and are told. */
export function PastGate({ editor, map, opens, onPanel }: PastGateProps) {
  useEffect(
    () =>
      whenPastKnown(
        () => askPast(editor, map),
        (mayRead) => {
          if (opens !== null) go(mapAddress(map), 'replace');
          if (!mayRead) tell(sheetWords().history.notShown);
          if (mayRead || opens === null) onPanel({ kind: mayRead ? 'history' : 'none' });
        },
      ),
    [editor, map, opens, onPanel],
  );
  return null;
}
