import type { PersonId } from '@bough/base';
import { type Chronicle, decodeMap, type ItemId, type Mark } from '@bough/editor/moments';
import { useMemo } from 'react';
import type { Moment } from './moments.ts';

const HUES = 8;

/** Whose hand each item is in: who changed it last, or made it. */
export interface Blame {
  readonly marks: ReadonlyMap<ItemId, Mark>;
  /** Who has how many items, and in which hue: those with the most first. */
  readonly authors: readonly { readonly author: PersonId; readonly hue: number; readonly items: number }[];
}

/** The items of a moment by person; null while that is not known or not wanted. */
export function useBlame(moment: Moment | null, chronicle: Chronicle | null, isOn: boolean): Blame | null {
  return useMemo(() => {
    const read = isOn && chronicle !== null && moment !== null ? decodeMap(moment.text) : null;
    if (read?.ok !== true || chronicle === null || moment === null) return null;
    const hands = new Map<ItemId, PersonId>();
    const counts = new Map<PersonId, number>();
    for (const id of read.value.items.keys()) {
      const { made, changed } = chronicle.authorship(id, moment.seq);
      const author = (changed ?? made)?.author;
      if (author === undefined) continue;
      hands.set(id, author);
      counts.set(author, (counts.get(author) ?? 0) + 1);
    }
    const authors = [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .map(([author, items], place) => ({ author, items, hue: place % HUES }));
    const hues = new Map(authors.map(({ author, hue }) => [author, hue]));
    const marks = [...hands].map(([id, author]): [ItemId, Mark] => [id, { kind: 'by', hue: hues.get(author) ?? 0 }]);
    return { authors, marks: new Map(marks) };
  }, [moment, chronicle, isOn]);
}
