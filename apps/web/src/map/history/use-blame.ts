import type { PersonId } from '@bough/base';
import type { ItemId, Mark } from '@bough/editor/moments';
import { type RefObject, useEffect, useState } from 'react';
import type { PastLink } from './past-link.ts';

const HUES = 8;

/** Whose hand each item is in: who changed it last, or made it. */
export interface Blame {
  readonly marks: ReadonlyMap<ItemId, Mark>;
  /** Who has how many items, and in which hue: those with the most first. */
  readonly authors: readonly { readonly author: PersonId; readonly hue: number; readonly items: number }[];
}

/** The items of a moment by person; null while that is not known or not wanted. */
export function useBlame(link: RefObject<PastLink | null>, seq: number | null, isOn: boolean): Blame | null {
  const [blame, setBlame] = useState<Blame | null>(null);
  useEffect(() => {
    if (!isOn || seq === null || link.current === null) return setBlame(null);
    let isOver = false;
    void link.current.ask({ kind: 'hands', seq }).then((hands) => {
      if (!isOver) setBlame(blameOf(hands));
    });
    return () => {
      isOver = true;
    };
  }, [link, seq, isOn]);
  return blame;
}

function blameOf(hands: readonly (readonly [ItemId, PersonId])[]): Blame {
  const counts = new Map<PersonId, number>();
  for (const [, author] of hands) counts.set(author, (counts.get(author) ?? 0) + 1);
  const authors = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([author, items], place) => ({ author, items, hue: place % HUES }));
  const hues = new Map(authors.map(({ author, hue }) => [author, hue]));
  const marks = hands.map(([id, author]): [ItemId, Mark] => [id, { kind: 'by', hue: hues.get(author) ?? 0 }]);
  return { authors, marks: new Map(marks) };
}
