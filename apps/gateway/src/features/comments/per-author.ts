import type { PersonId } from '@bough/base';

interface Authored {
  readonly author: PersonId;
}

/** The first so many of each author, in their order: how much one says takes no place from what others say. */
export function firstOfEach<T extends Authored>(all: readonly T[], most: number): readonly T[] {
  const counts = new Map<PersonId, number>();
  return all.filter(({ author }) => {
    const count = (counts.get(author) ?? 0) + 1;
    counts.set(author, count);
    return count <= most;
  });
}

/** At most so many of them, in their order, with a share for each author. */
export function sharedOut<T extends Authored>(all: readonly T[], most: number): readonly T[] {
  let each = most;
  while (each > 1 && firstOfEach(all, each).length > most) each--;
  return firstOfEach(all, each).slice(0, most);
}
