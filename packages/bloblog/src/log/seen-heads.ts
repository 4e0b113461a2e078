import { LogFailure } from '../failure.ts';
import { type Head, hasMore } from '../objects/head.ts';

// What this process saw of each log last, so that an older head is known as such when it stands there again: it opens, since it was
// sealed for that place. Everything that brings a log back to an earlier state on purpose begins a new lineage (lineages.ts), which nobody
// has seen. So a head is rolled back when it is in the lineage that was seen last and has less, or in one that came before that.

type Seen = Pick<Head, 'seq' | 'edition' | 'lineages'>;

/** The heads that a process saw last. */
export class SeenHeads {
  readonly #seen = new Map<string, Seen>();
  readonly #most: number;

  /** Of so many logs; those that were seen longest ago are forgotten. */
  constructor(settings: { readonly most: number }) {
    this.#most = settings.most;
  }

  /** The newest head of the log that was seen until now: one that is read after this was asked is not older. */
  of(log: string): Seen | null {
    return this.#seen.get(log) ?? null;
  }

  /** The head was read, or written. */
  note({ log, seq, edition, lineages }: Head): void {
    const known = this.of(log);
    const head = { seq, edition, lineages };
    // Read before, and told after, a newer one.
    if (known !== null && isRolledBack(head, known)) return;
    this.#seen.delete(log);
    this.#seen.set(log, head);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= this.#most) break;
      this.#seen.delete(oldest);
    }
  }
}

/** Throws when the head is older than what was seen before it was read. */
export function mustNotBeRolledBack(head: Head, seen: Seen | null): void {
  if (seen === null || !isRolledBack(head, seen)) return;
  const was = `${seen.seq} changes${head.seq === seen.seq ? ' and a newer label' : ''}`;
  throw new LogFailure(
    `the head of ${head.log} has ${head.seq} changes, and had ${was} before: an older one was put back`,
    {
      kind: 'corrupt',
      code: 'bloblog/rolled-back',
      hint:
        'Put the newer head back. Where a second location has it, reconcile brings it home; renew-lineages, with the id of the map, says that the ' +
        'older one counts from now on.',
    },
  );
}

function isRolledBack(head: Seen, seen: Seen): boolean {
  const present = head.lineages.at(-1)?.id;
  if (present === seen.lineages.at(-1)?.id) return hasMore(seen, head);
  return seen.lineages.some(({ id }) => id === present);
}
