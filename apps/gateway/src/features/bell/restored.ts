import type { MapId, PersonId } from '@bough/base';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import type { NumberedChange, Op } from '@bough/map';
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
 * Rings at those whose changes somebody has just taken back from the history: of the whole map, everybody who changed it since that moment, and
 * its owners; of some items, who changed those. Only people who may still open the map hear it, and never the one who did it.
 */
export async function ringRestored(parts: RestoredParts, restored: Restored, context: RequestContext): Promise<void> {
  const { metadata, clock } = parts;
  const { map, by, items } = restored;
  const changes = await changesSince(parts, restored, context);
  const own = changes.findLast(({ author }) => author === by);
  if (own === undefined) return;
  const touched = items === null ? null : new Set([...items, ...own.ops.flatMap(itemsOf)]);
  const undone = changes.filter(
    ({ seq, ops }) =>
      seq < own.seq && (touched === null || ops.some((op) => itemsOf(op).some((id) => touched.has(id)))),
  );
  const authors = [...new Set(undone.map(({ author }) => author))];
  const became = await metadata.successors(authors);
  const reasons = await reasonsOn(parts, map);
  const owners = touched === null ? reasons.filter(({ role }) => role === 'own').map(({ person }) => person) : [];
  const told = new Set([...authors.map((author) => became.get(author) ?? author), ...owners]);
  const here = new Set(reasons.map(({ person }) => person));
  const id = ringId('restored', map, own.client, own.counter);
  const item = items?.[0] ?? null;
  const facts = { id, map, by, at: clock.now(), isRead: false, item, comment: null, chat: null };
  const people = [...told].filter((person) => person !== by && here.has(person));
  await metadata.ring(people.map((person) => ({ person, kind: 'restored', ...facts })));
}

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

/** The items that an op changes. */
function itemsOf(op: Op): readonly string[] {
  switch (op.kind) {
    case 'add':
    case 'set':
    case 'move':
    case 'splice':
    case 'remove':
    case 'restore':
      return [op.id];
    case 'link':
      return [op.link.from, op.link.to];
    case 'unlink':
    case 'comment':
    case 'edit-comment':
    case 'resolve':
    case 'react':
    case 'message':
    case 'edit-message':
    case 'settings':
      return [];
  }
}
