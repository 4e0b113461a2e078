import type { EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';
import { keep, readKept } from '../shell/kept.ts';
import { words } from '../words/index.ts';
import { presetNow } from './commands/key-preset.ts';
import { canEdit } from './role.ts';

const KEY = 'bough.key-adds';
const ENOUGH = 3;

/** The one quiet line of a person's first minute; it leaves for good once its keys were used three times. */
export function FirstHint({ snapshot }: { readonly snapshot: EditorSnapshot }) {
  const [before] = useState(() => Number(readKept(KEY)) || 0);
  const used = before + snapshot.keyAdds;
  useEffect(() => {
    if (used > 0) keep(KEY, String(Math.min(used, ENOUGH)));
  }, [used]);
  if (used >= ENOUGH || !canEdit(snapshot) || snapshot.status.kind === 'opening' || isBusy(snapshot)) return null;
  // While one writes, the first Enter ends the words: what is typed behind it would take their place.
  const isTwice = snapshot.editing !== null && presetNow() !== 'coggle';
  return <p className="quiet-note first-hint">{words.map.hint(isTwice)}</p>;
}

/** Something else stands at the foot of the map. */
function isBusy({ find, present, focusOn, linking, isOpenedFolded }: EditorSnapshot): boolean {
  return isOpenedFolded || find !== null || present !== null || focusOn !== null || linking !== null;
}
