import { assert, type MapId, must, type PersonId } from '@bough/base';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { apply, decodeMap, type MindMap, type NumberedChange, type Op } from '@bough/map';
import { type Difference, differenceBetween } from '@bough/map/difference';
import type { Caller, RequestContext } from '@bough/service';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import { ringId } from './ring-id.ts';

export interface RestoredParts extends ReasonParts {
  readonly docstore: Pick<Caller, 'call'>;
}
interface Restored {
  readonly map: MapId;
  readonly by: PersonId;
  /** The moment that came back. */
  readonly seq: number;
  /** What of it; null: everything. */
  readonly items: readonly string[] | null;
}

/** Of a longer past only the newest part is looked through. */
const LOOKED_MOST = 20_000;
const PAGE = 4_096;

/**
 * Rings at those whose changes somebody has just taken back from the history: who changed what is again as it was at that moment, and, of the
 * whole map, its owners. What only says that it took something back rings nowhere. Only people who may still open the map hear it, and never
 * the one who did it.
 */
export async function ringRestored(parts: RestoredParts, restored: Restored, context: RequestContext): Promise<void> {
  const { metadata, clock } = parts;
  const { map, by, items } = restored;
  const changes = await changesSince(parts, restored, context);
  const end = changes.findLastIndex(({ author }) => author === by);
  const own = changes[end];
  if (own === undefined) return;
  const begin = changes.findLastIndex(({ author }, at) => at < end && author !== by) + 1;
  const back = await cameBack(parts, restored, changes.slice(begin, end + 1), context);
  const undone = changes.slice(0, begin).filter(({ ops }) => ops.some((op) => thingsOf(op).some((id) => back.has(id))));
  const authors = [...new Set(undone.map(({ author }) => author))];
  const became = await metadata.successors(authors);
  const reasons = await reasonsOn(parts, map);
  const isWhole = items === null && back.size > 0;
  const owners = isWhole ? reasons.filter(({ role }) => role === 'own').map(({ person }) => person) : [];
  const told = new Set([...authors.map((author) => became.get(author) ?? author), ...owners]);
  const here = new Set(reasons.map(({ person }) => person));
  const id = ringId('restored', map, own.client, own.counter);
  const item = items?.[0] ?? null;
  const facts = { id, map, by, at: clock.now(), isRead: false, item, comment: null, chat: null };
  const people = [...told].filter((person) => person !== by && here.has(person));
  await metadata.ring(people.map((person) => ({ person, kind: 'restored', ...facts })));
}

/** What these last changes of one person made as it was at that moment: items, links and the settings. */
async function cameBack(
  { docstore }: RestoredParts,
  { map, seq }: Restored,
  last: readonly NumberedChange[],
  context: RequestContext,
): Promise<ReadonlySet<string>> {
  const [first] = last;
  if (first === undefined || seq < 1 || first.seq - 1 <= seq) return new Set();
  const mapAt = async (at: number): Promise<MindMap> => {
    const params = { map, at, known: null, encoding: null };
    const answer = await docstore.call(docstoreRoutes.readDocument, { params }, context);
    assert(answer.kind === 'bytes', 'nothing was known of the document');
    return must(decodeMap(new TextDecoder().decode(answer.bytes)));
  };
  const [then, now] = [await mapAt(seq), await mapAt(first.seq - 1)];
  const before = aspectsOf(differenceBetween(then, now));
  for (const change of last) apply(now, change);
  const after = aspectsOf(differenceBetween(then, now));
  const isBack = (id: string, was: ReadonlySet<string>): boolean => {
    const is = after.get(id) ?? new Set();
    return is.size < was.size && is.isSubsetOf(was);
  };
  return new Set([...before].flatMap(([id, was]) => (isBack(id, was) ? [id] : [])));
}

/** In what each thing differs. */
function aspectsOf({ added, removed, moved, changed, links, areSettings }: Difference) {
  const all = new Map<string, Set<string>>();
  const note = (id: string, aspect: string): unknown => all.set(id, (all.get(id) ?? new Set()).add(aspect));
  for (const id of [...added, ...removed]) note(id, 'is there');
  for (const id of moved) note(id, 'stands');
  for (const [id, fields] of changed) for (const field of fields) note(id, field);
  for (const id of links) note(id, 'link');
  if (areSettings) note(SETTINGS, 'settings');
  return all;
}

const SETTINGS = 'settings';

async function changesSince(
  { docstore }: RestoredParts,
  { map, seq }: Restored,
  context: RequestContext,
): Promise<readonly NumberedChange[]> {
  const { seq: last } = await docstore.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } }, context);
  const all: NumberedChange[] = [];
  let from = Math.max(seq + 1, last - LOOKED_MOST + 1);
  while (from <= last) {
    const params = { map, from, to: Math.min(last, from + PAGE - 1) };
    const { changes } = await docstore.call(docstoreRoutes.readChanges, { params }, context);
    const end = changes.at(-1);
    if (end === undefined) break;
    all.push(...changes);
    from = end.seq + 1;
  }
  return all;
}

/** The items and links that an op changes, or the settings. */
function thingsOf(op: Op): readonly string[] {
  switch (op.kind) {
    case 'add':
    case 'set':
    case 'move':
    case 'splice':
    case 'remove':
    case 'restore':
      return [op.id];
    case 'link':
      return [op.link.id];
    case 'unlink':
      return [op.id];
    case 'settings':
      return [SETTINGS];
    case 'comment':
    case 'edit-comment':
    case 'resolve':
    case 'react':
    case 'message':
    case 'edit-message':
      return [];
  }
}
