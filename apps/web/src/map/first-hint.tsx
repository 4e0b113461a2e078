import type { EditorSnapshot } from '@bough/editor';
import { useEffect, useState } from 'react';
import { words } from '../words/index.ts';
import { canEdit } from './role.ts';

const KEY = 'bough.key-adds';
const ENOUGH = 3;

/** The one quiet line of a person's first minute; it leaves for good once its keys were used three times. */
export function FirstHint({ snapshot }: { readonly snapshot: EditorSnapshot }) {
  const [before] = useState(readKept);
  const used = before + snapshot.keyAdds;
  useEffect(() => keep(used), [used]);
  if (used >= ENOUGH || !canEdit(snapshot) || snapshot.status.kind === 'opening' || isBusy(snapshot)) return null;
  return <p className="first-hint">{words.map.hint}</p>;
}

/** Something else stands at the foot of the map. */
function isBusy({ find, present, focusOn, linking }: EditorSnapshot): boolean {
  return find !== null || present !== null || focusOn !== null || linking !== null;
}

function readKept(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

function keep(used: number): void {
  try {
    if (used > 0) localStorage.setItem(KEY, String(Math.min(used, ENOUGH)));
  } catch {
    // Without storage the hint comes again next time, which is no harm.
  }
}
