import type { MapId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { useCallback, useEffect, useState } from 'react';
import { go } from '../../shell/router.ts';
import { type MapOpens, mapAddress } from '../../shell/screen.ts';
import type { Panel } from '../panels/panel.ts';

/**
 * Opens what the address asks for, once it is known what the person may do here; then the address is the map's again. The history waits
 * for the gate (history/past-gate.tsx) where the role alone does not offer it. Answers whether sharing waits to be opened, and how to say
 * that it is.
 */
export function useOpens(
  editor: Editor,
  { role }: EditorSnapshot,
  map: MapId,
  opens: MapOpens | null,
  onPanel: (panel: Panel) => void,
): readonly [isShareAsked: boolean, onShareOpened: () => void] {
  const [isShareAsked, setShareAsked] = useState(false);
  const isHeld = opens === 'history' && !editor.offers('history');
  useEffect(() => {
    // Who looks why nothing comes waits for nothing.
    if (opens === null || (role === null && opens !== 'developers') || isHeld) return;
    go(mapAddress(map), 'replace');
    if (opens === 'share') setShareAsked(true);
    else onPanel({ kind: opens });
  }, [opens, role, isHeld, map, onPanel]);
  return [isShareAsked, useCallback(() => setShareAsked(false), [])];
}
