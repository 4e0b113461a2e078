import { type Op, wordsOf } from '@bough/map';
import type { EditRefusal, RefusedChange, SavedPending } from './client-types.ts';
import type { MapRole } from '@bough/contracts';
import type { Journal } from './journal.ts';
import type { News } from '../replica/news.ts';
import { PROTOCOL_LIMITS, utf8Bytes } from '../wire/protocol.ts';
import { mayApply } from '../wire/roles.ts';

/** What is told of a change that will not be in the map. */
type Gone = Pick<SavedPending, 'counter' | 'ops' | 'isAgain'>;

/** Own changes that were refused, until their author has seen them. */
export class Refusals {
  readonly #journal: Journal;
  readonly #news: News;
  #list: readonly RefusedChange[] = [];

  constructor(journal: Journal, news: News) {
    this.#journal = journal;
    this.#news = news;
  }

  get list(): readonly RefusedChange[] {
    return this.#list;
  }

  /** These are stored already. */
  restore(list: readonly RefusedChange[]): void {
    this.#list = list;
  }

  add(pending: Gone, reason: RefusedChange['reason'], detail: string): void {
    const refused = refusedChange(pending, pending.isAgain ? 'restored' : reason, detail);
    this.#list = [...this.#list, refused];
    this.#journal.put({ kind: 'refused', refused });
    this.#news.add({ kind: 'refused', refused }, { kind: 'undo' });
  }

  dismiss(counter: number): void {
    this.#list = this.#list.filter((one) => one.counter !== counter);
    this.#journal.put({ kind: 'dismissed', counter });
  }
}

function refusedChange(pending: Gone, reason: RefusedChange['reason'], detail: string): RefusedChange {
  const { counter, ops } = pending;
  return { counter, ops, reason, detail, lost: wordsOf(ops) };
}

/** Why an edit cannot even be tried, or null. */
export function refusalOf(ops: readonly Op[], role: MapRole | null, isReady: boolean): EditRefusal | null {
  if (!isReady) return { reason: 'no-map', op: 0, detail: 'the map is not loaded yet' };
  if (role !== null && !mayApply(role, ops))
    return { reason: 'denied', op: 0, detail: `the role '${role}' may not do this` };
  if (utf8Bytes(JSON.stringify(ops)) > PROTOCOL_LIMITS.submitBytes - 1024) {
    return { reason: 'limit', op: 0, detail: 'the change does not fit into one frame' };
  }
  return null;
}
