/** Somebody who can be named in a comment. */
export interface Named<Id> {
  readonly id: Id;
  readonly name: string;
}

/** Signs that no word stands before: a run of them is one. */
const SIGNS = /(?<![\p{L}\p{M}\p{N}._-])@+/gu;
/** So many of them are looked at in one comment: nobody reads further who is meant. */
const SIGNS_MOST = 50;
/** So many letters behind one are looked at: more than the longest name has. */
const LETTERS_MOST = 250;
const GOES_ON = /^[\p{L}\p{N}]/u;

/**
 * Tells whom a comment names: an @ that no word stands before, then a name, with its spaces or without, in whatever case; the first word of
 * it is enough where nobody else's name begins with that. The longest name that fits counts, so that @Ann Lee is not Ann. What a comment
 * costs does not grow with the number of people, and hardly with its length.
 */
export function mentionedAmong<Id>(people: readonly Named<Id>[]): (text: string) => ReadonlySet<Id> {
  const calls = callsOf(people);
  const lengths = [...new Set([...calls.keys()].map((words) => words.length))].toSorted((a, b) => b - a);
  return (text) => {
    const found = new Set<Id>();
    for (const { 0: signs, index } of text.matchAll(SIGNS).take(SIGNS_MOST)) {
      const from = index + signs.length;
      const after = plain(text.slice(from, from + LETTERS_MOST));
      const fits = (length: number): boolean => calls.has(after.slice(0, length)) && !GOES_ON.test(after.slice(length));
      const longest = lengths.find((length) => length <= after.length && fits(length));
      for (const id of calls.get(after.slice(0, longest ?? 0)) ?? []) found.add(id);
    }
    return found;
  };
}

/** Everything that people can be called. Two of one name are both meant; two of one first word are not. */
function callsOf<Id>(people: readonly Named<Id>[]): ReadonlyMap<string, readonly Id[]> {
  const calls = new Map<string, Id[]>();
  const first = new Map<string, Id[]>();
  for (const { id, name } of people) {
    // Signs in front of a name are part of the run that a comment has there.
    const words = plain(name)
      .replace(/^[@ ]+/u, '')
      .trimEnd();
    if (words === '') continue;
    for (const each of new Set([words, words.replace(/ /g, '')])) add(calls, each, id);
    add(first, words.split(' ')[0] ?? words, id);
  }
  for (const [words, ids] of first) if (ids.length === 1 && !calls.has(words)) calls.set(words, ids);
  return calls;
}

function add<Id>(to: Map<string, Id[]>, words: string, id: Id): void {
  const known = to.get(words);
  if (known === undefined) to.set(words, [id]);
  else known.push(id);
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');
}
