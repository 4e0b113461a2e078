import type { MapId } from '@bough/base';
import type { EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';
import { go } from '../../shell/router.ts';
import { type MapOpens, mapAddress } from '../../shell/screen.ts';
import type { Panel } from '../panels/panel.ts';

/**
 * Opens what the address asks for, once it is known what the person may do here; then the address is the map's again. Answers how often
 * sharing was asked for.
 */
export function useOpens(
  { role }: EditorSnapshot,
  map: MapId,
  opens: MapOpens | null,
  onPanel: (panel: Panel) => void,
): number {
  const [shared, setShared] = useState(0);
  useEffect(() => {
    if (opens === null || role === null) return;
    go(mapAddress(map), 'replace');
    if (opens === 'history') onPanel({ kind: 'history' });
    else setShared((before) => before + 1);
  }, [opens, role, map, onPanel]);
  return shared;
}
