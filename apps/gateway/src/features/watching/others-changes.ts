import type { DocumentView, MapId, PersonId } from '@bough/base';
import { docstoreRoutes, MAILED_CHANGES, type MailedShare } from '@bough/contracts';
import type { ItemId, Op } from '@bough/map';
import { type Done, type Share, Shares } from '@bough/map/difference';
import type { CallContext, Caller } from '@bough/service';
import { withoutComments } from '../../access/shown.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { namesOf } from '../../people/names-of.ts';

/** Of a history longer than that since the last mail, its end is told. */
const CHANGES_MOST = 50_000;
/** More bytes of words are not read for the name of an item. */
const WORDS_MOST = 8 * 1024 * 1024;

export interface ReadParts {
  readonly metadata: Pick<Metadata, 'people' | 'successors' | 'formerPeople'>;
  readonly docstore: Pick<Caller, 'call'>;
  /** Does work that may call other services, within some seconds. */
  readonly within: <T>(work: (context: CallContext) => Promise<T>) => Promise<T>;
}
/** Changes after one number, up to another one, as somebody is shown them. */
export interface ReadRange {
  readonly map: MapId;
  readonly after: number;
  readonly to: number;
  readonly view: DocumentView;
}
/** What others did. */
export interface OthersChanges {
  readonly shares: readonly MailedShare[];
  /** So many people more. */
  readonly more: number;
}

/** What others than the reader did in these changes, in the counts of history; null: nothing that the reader is shown. */
export async function othersChanges(
  range: ReadRange,
  reader: PersonId,
  parts: ReadParts,
): Promise<OthersChanges | null> {
  const all = await sharesIn(range, parts);
  const names = await namesOf(
    parts.metadata,
    all.map(({ author }) => author),
  );
  // A guest who has signed in since is whom they became.
  const others = all.filter(({ author }) => (names.get(author)?.id ?? author) !== reader);
  if (others.length === 0) return null;
  const told = others.slice(0, MAILED_CHANGES.people);
  const called = await itemNames(range.map, told, parts);
  const shares = told.map(({ author, done: { below, ...counts } }) => {
    return {
      from: names.get(author)?.name ?? '',
      below: below === null ? null : (called.get(below) ?? null),
      ...counts,
    };
  });
  return { shares, more: others.length - told.length };
}

async function sharesIn(
  { map, after, to, view }: ReadRange,
  { docstore, within }: ReadParts,
): Promise<readonly Share[]> {
  const shares = new Shares();
  const small = new Set<PersonId>();
  for (let from = Math.max(after, to - CHANGES_MOST) + 1; from <= to;) {
    const params = { map, from, to };
    const { changes } = await within((context) => docstore.call(docstoreRoutes.readChanges, { params }, context));
    const last = changes.at(-1);
    if (last === undefined) break;
    const shown = view === 'plain' ? changes.map(withoutComments) : changes;
    shares.take(shown);
    for (const { author, ops } of shown) if (ops.some(isSmall)) small.add(author);
    from = last.seq + 1;
  }
  return shares.all.filter(({ author, done }) => isAnything(done) || small.has(author));
}

/** Whether it is told as a small change: history does not count it. */
function isSmall(op: Op): boolean {
  return op.kind === 'settings' || ((op.kind === 'edit-comment' || op.kind === 'edit-message') && op.text !== null);
}

/** Whether anything of it is left in the end: what somebody added and removed again is not. */
function isAnything({ below: _, ...counts }: Done): boolean {
  return Object.values(counts).some((count) => Number(count) > 0);
}

/** What those items are called below which things were added; items that are gone, or say nothing, are left out. */
async function itemNames(
  map: MapId,
  shares: readonly Share[],
  { docstore, within }: ReadParts,
): Promise<ReadonlyMap<ItemId, string>> {
  const wanted = new Set(shares.flatMap(({ done: { below } }) => (below === null ? [] : [below])));
  const names = new Map<ItemId, string>();
  if (wanted.size === 0) return names;
  const params = { map, known: null, most: WORDS_MOST };
  const answer = await within((context) => docstore.call(docstoreRoutes.readWords, { params }, context)).catch(
    () => null,
  );
  if (answer === null || answer.kind !== 'bytes') return names;
  const beginnings = new Map([...wanted].map((item) => [`["${item}",`, item]));
  for (const line of new TextDecoder().decode(answer.bytes).split('\n')) {
    const item = beginnings.get(line.slice(0, line.indexOf(',') + 1));
    // The first of an item's texts are its words.
    if (item === undefined || names.has(item)) continue;
    const read: unknown = JSON.parse(line);
    const text: unknown = Array.isArray(read) ? read[1] : null;
    const name = typeof text === 'string' ? shortName(text) : '';
    if (name !== '') names.set(item, name);
  }
  return names;
}

const letters = new Intl.Segmenter();

/** As the page's history names an item: the beginning of its first line, with a sign where there is more. */
function shortName(text: string): string {
  const whole = text.trim();
  const [line = ''] = whole.split('\n');
  const plain = line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, MAILED_CHANGES.letters * 2);
  const most = Array.from(letters.segment(plain), ({ segment }) => segment).slice(0, MAILED_CHANGES.letters);
  const short = most.join('').replace(/[\uD800-\uDBFF]$/, '');
  return short === whole || short === '' ? short : `${short}…`;
}
