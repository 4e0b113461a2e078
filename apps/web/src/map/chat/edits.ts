import type { MapId, PersonId } from '@bough/base';
import { useCallback, useState } from 'react';
import { keptByMap } from '../../shell/kept-by-map.ts';
import { readUnsaid } from '../comments/unsaid.ts';

/** Other words that were begun for what one had sent, by its id: they stay on this device until they are saved or left. Empty ones do, too. */
export type Edits = Readonly<Record<string, string>>;

/** With these words for it; null: none any more. */
export function withEdit(edits: Edits, id: string, text: string | null): Edits {
  const others = Object.entries(edits).filter(([about]) => about !== id);
  return Object.fromEntries(text === null ? others : [...others, [id, text]]);
}

/** Those of what is there no more: somebody removed it while its author wrote other words for it. */
export function editsOfGone(
  edits: Edits,
  there: readonly { readonly id: string }[],
): readonly [id: string, text: string][] {
  const ids = new Set(there.map(({ id }) => id));
  return Object.entries(edits).filter(([id, text]) => !ids.has(id) && text.trim() !== '');
}

/** The messages of the chat that this person is changing, and the way to write on in them. */
export function useEdits(person: PersonId, map: MapId) {
  const [kept] = useState(() => keptByMap('bough.edits', person, map));
  const [edits, setEdits] = useState(() => readUnsaid(kept.read()));
  const write = useCallback(
    (id: string, text: string | null): void => {
      setEdits((before) => withEdit(before, id, text));
      // Another tab may have kept more since.
      kept.keep(JSON.stringify(withEdit(readUnsaid(kept.read()), id, text)));
    },
    [kept],
  );
  return { edits, write };
}
