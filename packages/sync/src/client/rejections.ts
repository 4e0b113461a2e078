import type { RefusedChange } from './client-types.ts';
import type { Refused } from '../wire/frames.ts';
import type { Journal } from './journal.ts';
import type { News } from '../replica/news.ts';
import type { Outbox } from './outbox.ts';
import type { Pending } from '../replica/pending.ts';
import type { Refusals } from './refused-change.ts';
import type { Replica } from '../replica/replica.ts';

export interface RejectionsParts {
  readonly replica: Replica;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly refusals: Refusals;
  readonly news: News;
}

/** Takes own changes that the map will never have out of it again, and tells their author. */
export class Rejections {
  readonly #parts: RejectionsParts;

  constructor(parts: RejectionsParts) {
    this.#parts = parts;
  }

  /** The pending change of this counter was refused; nothing happens where none has it. */
  refuse(counter: number, reason?: Refused['reason'], detail?: string): void {
    const { replica, journal, news } = this.#parts;
    const refused = replica.refuse(counter, news.touches);
    if (reason === 'moot') journal.put({ kind: 'settled', counter });
    else if (refused !== null) this.report([refused], reason, detail);
  }

  /**
   * Docstore has seen what is pending up to this counter, and it is not in what was told of the order: it was refused, and the answer was
   * lost, unless the map has it from where nothing is told of.
   */
  infer(counter: number): void {
    const { replica } = this.#parts;
    for (const one of [...replica.pending])
      if (one.counter <= counter) this.refuse(one.counter, replica.isThere(one) ? 'moot' : undefined);
  }

  /** These were taken out: they are told. */
  report(refused: readonly Pending[], reason: RefusedChange['reason'] = 'unknown', detail = ''): void {
    const { replica, outbox, refusals } = this.#parts;
    if (refused.length === 0) return;
    for (const one of refused) refusals.add(one, reason, detail);
    // The later ones were rewritten: what is stored of them builds on what is gone.
    for (const one of replica.pending) outbox.keep(one);
  }
}
