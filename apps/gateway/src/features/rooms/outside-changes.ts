import { type Clock, type Ids, type MapId, must, parseClientId, type PersonId, presentLineage } from '@bough/base';
import { type Appended, docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { type NumberedChange, type ParsedOps, parseOps } from '@bough/map';
import type { CallContext, Caller } from '@bough/service';

export interface OutsideChangesParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Told once of everything that was kept. */
  readonly onKept: (map: MapId, changes: readonly NumberedChange[]) => void;
  /** Shows them in the rooms, with the lineage that numbered them. */
  readonly show: (map: MapId, lineage: string, changes: readonly NumberedChange[]) => void;
}

/** A change that no room asked for. */
export interface Outsider {
  readonly by: PersonId;
  readonly ops: ParsedOps;
  readonly base: number | null;
  /** The lineage in which `base` is a number; absent: the present one. */
  readonly lineage?: string | undefined;
  /** Whether `base` must be the last number still when the change is kept; else 'docstore/moved'. */
  readonly isLast?: boolean;
}

/** Changes that come past every room: from lists, and from programs. */
export class OutsideChanges {
  readonly #parts: OutsideChangesParts;

  constructor(parts: OutsideChangesParts) {
    this.#parts = parts;
  }

  /** Changes the title in the map itself, as its editor would, and shows that in the rooms. */
  async rename(map: MapId, by: PersonId, title: string, context: CallContext): Promise<void> {
    const ops = must(parseOps([{ kind: 'settings', fields: { title } }]));
    await this.change(map, { by, ops, base: null }, context);
  }

  /** Makes one change past every room and shows it there; `base` is the number that its maker saw, null for the last one. */
  async change(
    map: MapId,
    { by, ops, base, lineage, isLast = false }: Outsider,
    context: CallContext,
  ): Promise<Appended> {
    const { docstore, ids, clock, onKept, show } = this.#parts;
    const client = parseClientId(ids.short());
    if (client === null) throw new Error('a bug in Bough: short ids are client ids');
    const change = { client, counter: 1, author: by, at: clock.now(), ops };
    const state = await docstore.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } }, context);
    const on =
      base === null ? { base: state.seq, lineage: presentLineage(state.lineages) } : { base, ...named(lineage) };
    const body = { ...on, changes: [change], ...(isLast ? { isLast } : {}) };
    const appended = await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body }, context);
    onKept(map, appended.changes);
    show(map, appended.lineage, appended.changes);
    return appended;
  }
}

function named(lineage: string | undefined): Pick<Outsider, 'lineage'> {
  return lineage === undefined ? {} : { lineage };
}
