import type { holdsPrefix } from '@bough/base';
import type { AcknowledgedChange, ClientEvent, isOutlived, Order, Saved } from '@bough/sync';
import type { Journal } from './journal.ts';
import type { MapLink } from './map-link.ts';

/** What it is built from: given, so that the page can fetch this file without fetching the rest apart. */
export interface OtherJournalsParts {
  readonly now: () => number;
  readonly connect: (journal: Journal, notify: (event: ClientEvent) => void) => MapLink;
  readonly forget: (journal: Journal) => Promise<void>;
  readonly holdsPrefix: typeof holdsPrefix;
  readonly isOutlived: typeof isOutlived;
}

/**
 * What closed or crashed tabs left beside the journal that is gone on with. Unsent changes are sent at once; what only was acknowledged
 * to them is looked at when the server has said which order it has, and sent again if that lacks it.
 */
export class OtherJournals {
  readonly #parts: OtherJournalsParts;
  #journals: readonly Journal[];

  constructor(parts: OtherJournalsParts, journals: readonly Journal[]) {
    this.#parts = parts;
    this.#journals = journals;
  }

  start(): void {
    this.#take(
      ({ pending }) => pending.length > 0,
      (one) => this.#sendRest(one),
    );
  }

  heard({ lineages, mirrored }: Order): void {
    if (this.#journals.length === 0 || lineages.length === 0) return;
    const { holdsPrefix, isOutlived, now } = this.#parts;
    this.#take(
      ({ acknowledged }) => acknowledged.some((one) => !holdsPrefix(lineages, one)),
      (one) => this.#sendRest(one),
    );
    const nowMs = now();
    const isSafe = (one: AcknowledgedChange): boolean => one.seq <= (mirrored ?? 0) || isOutlived(one, nowMs);
    this.#take(
      ({ acknowledged }) => acknowledged.every(isSafe),
      (one) => this.#throwAway(one),
    );
  }

  close(): void {
    for (const { unlock } of this.#journals) unlock();
    this.#journals = [];
  }

  #take(isDue: (saved: Saved) => boolean, how: (journal: Journal) => void): void {
    const due = this.#journals.filter(({ saved }) => saved === null || isDue(saved));
    this.#journals = this.#journals.filter((one) => !due.includes(one));
    for (const one of due) how(one);
  }

  #throwAway(journal: Journal): void {
    void this.#parts.forget(journal).then(journal.unlock, journal.unlock);
  }

  /** Sent under its own name; then the journal is thrown away, unless the server might lose something of it. */
  #sendRest(journal: Journal): void {
    const end = async (): Promise<void> => {
      await link.stop();
      const { status, acknowledged } = link.client;
      if (status.unsent === 0 && acknowledged.length === 0) await this.#parts.forget(journal);
      journal.unlock();
    };
    const look = (): void => {
      const { kind, unsent } = link.client.status;
      if ((kind === 'live' && unsent === 0) || kind === 'refused') void end();
    };
    const link = this.#parts.connect(journal, look);
    link.start(journal.saved);
  }
}
