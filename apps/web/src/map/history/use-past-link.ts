import type { MapId } from '@bough/base';
import type { ItemId, PastState, Shown } from '@bough/editor/moments';
import { useEffect, useRef, useState } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { tell } from '../messages/told.ts';
import { PastLink } from './past-link.ts';
import type { MomentEditor } from './use-moment-editor.ts';

/** What is drawn; `touched` is an item of it that was different before. */
export interface Drawn extends Omit<Shown, 'patch'> {
  readonly touched: ItemId | null;
}

/** The past of a map as it comes: it is drawn by the editor that is made for it. */
export function usePastLink(map: MapId, made: MomentEditor | null) {
  const [last, setLast] = useState<number | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [state, setState] = useState<PastState>('none');
  const link = useRef<PastLink | null>(null);
  useEffect(() => {
    if (made === null) return;
    const failed = (): void => {
      tell(sheetWords().history.failed);
    };
    const opened = new PastLink(map, {
      opened: (found) => {
        if (found === null) failed();
        else setLast(found);
      },
      shown: ({ patch, ...rest }) => {
        made.moments.show(patch);
        setDrawn({ ...rest, touched: patch.items.at(-1)?.id ?? null });
      },
      unread: failed,
      state: setState,
    });
    link.current = opened;
    return () => {
      link.current = null;
      opened.close();
    };
  }, [map, made]);
  return { link, last, drawn, state };
}
