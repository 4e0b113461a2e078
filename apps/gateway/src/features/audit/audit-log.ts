import { type Clock, makeIds, type Random } from '@bough/base';
import type { AuditStore } from '../../metadata/audit/audit-store.ts';
import { makeRow, type NewEntry, type Point } from './entry.ts';

const DAY_MS = 86_400_000;

export interface AuditLogParts {
  readonly metadata: AuditStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Newest first. */
  readonly auditKeys: readonly Uint8Array[];
}

/** Writes the audit log: one writer of a process, which writes one entry after the other. */
export class AuditLog {
  readonly #parts: AuditLogParts;
  #last: Point | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  /** Resolves when the entry is kept. */
  async add(entry: NewEntry): Promise<void> {
    const added = this.#turn.then(() => this.#write(entry));
    this.#turn = added.catch(() => undefined);
    await added;
  }

  /** Lets entries go that are older than so many days, and says so first, so that no gap is a riddle. */
  async prune(days: number): Promise<void> {
    const { metadata, clock } = this.#parts;
    const before = clock.now() - days * DAY_MS;
    // Once a day, so that what tells of it does not fill the log itself.
    if ((await metadata.oldestAudit()) >= before - DAY_MS) return;
    await this.add({ ...OF_BOUGH, what: 'audit-pruned', about: { until: String(before) } });
    await metadata.pruneAudit(before);
  }

  async #write(entry: NewEntry): Promise<void> {
    const { metadata, clock, random, auditKeys: keys } = this.#parts;
    const newest = { order: 'newest first', behind: null, what: null, person: null, most: 1 } as const;
    const [found] = await metadata.audit(newest);
    const after = this.#last === null ? [] : [this.#last];
    if (found !== undefined && found.id !== this.#last?.id) after.push(pointOf(found));
    // Behind what it names, whatever the clocks of several gateways say.
    const bornMs = found === undefined ? 0 : Buffer.from(found.id, 'base64url').readUIntBE(0, 6);
    const ids = makeIds({ now: () => Math.max(clock.now(), bornMs + 1) }, random);
    const row = makeRow(entry, { id: ids.long(), at: clock.now(), after }, { keys, random });
    await metadata.addAudit(row);
    this.#last = pointOf(row);
  }
}

function pointOf({ id, hash, at }: Point): Point {
  return { id, hash, at };
}

/** What Bough does by itself, or at an operator's word. */
export const OF_BOUGH = {
  person: null,
  name: null,
  via: 'bough',
  outcome: 'done',
  code: null,
  about: {},
  network: null,
  browser: null,
  count: 1,
} as const satisfies Omit<NewEntry, 'what'>;
