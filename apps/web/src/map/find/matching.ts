/** Those whose name has every word of the query, those that begin with it first; all of them for an empty query. */
export function matching<T>(all: readonly T[], query: string, nameOf: (one: T) => string): T[] {
  const wanted = alike(query).split(/\s+/).filter(Boolean);
  const found = all.filter((one) => {
    const name = alike(nameOf(one));
    return wanted.every((word) => name.includes(word));
  });
  const first = wanted[0];
  if (first === undefined) return found;
  return found.toSorted((a, b) => rank(alike(nameOf(a)), first) - rank(alike(nameOf(b)), first));
}

function rank(name: string, word: string): number {
  if (name.startsWith(word)) return 0;
  return name.includes(` ${word}`) ? 1 : 2;
}

/** The text as it is compared: without case and accents. */
export function alike(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
