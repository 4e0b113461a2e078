/** Somebody who can be named in a comment. */
export interface Named<Id> {
  readonly id: Id;
  readonly name: string;
}

/**
 * Whom a comment names: an @ that no word stands before, then a name, with its spaces or without, in whatever case; the first word of it is
 * enough where nobody else's name begins with that. The longest name that fits counts, so that @Ann Lee is not Ann.
 */
export function mentioned<Id>(text: string, people: readonly Named<Id>[]): ReadonlySet<Id> {
  const calls = callsOf(people);
  const said = plain(text);
  const found = new Set<Id>();
  for (const { index } of said.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const after = said.slice(index + 1);
    const call = calls.find(
      ({ words }) => after.startsWith(words) && !/^[\p{L}\p{N}]/u.test(after.slice(words.length)),
    );
    for (const id of call?.ids ?? []) found.add(id);
  }
  return found;
}

interface Call<Id> {
  readonly words: string;
  readonly ids: readonly Id[];
}

/** Everything that people can be called, the longest first. Two of one name are both meant; two of one first word are not. */
function callsOf<Id>(people: readonly Named<Id>[]): readonly Call<Id>[] {
  const whole = new Map<string, Id[]>();
  const first = new Map<string, Id[]>();
  for (const { id, name } of people) {
    const words = plain(name).trim();
    if (words === '') continue;
    for (const each of new Set([words, words.replace(/ /g, '')])) add(whole, each, id);
    add(first, words.split(' ')[0] ?? words, id);
  }
  const calls = [...whole].map(([words, ids]) => ({ words, ids }));
  for (const [words, ids] of first) if (ids.length === 1 && !whole.has(words)) calls.push({ words, ids });
  return calls.toSorted((a, b) => b.words.length - a.words.length);
}

function add<Id>(to: Map<string, Id[]>, words: string, id: Id): void {
  const known = to.get(words);
  if (known === undefined) to.set(words, [id]);
  else known.push(id);
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');
}
