import { type Cancel, type Clock, Failure } from '@bough/base';
import { type CommandNote, docstoreRoutes, NOTES_IN_ANSWER } from '@bough/contracts';
import { type Caller, type CallContext, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { AuditStore } from '../../metadata/audit/audit-store.ts';
import { type AuditLog, OF_BOUGH } from './audit-log.ts';
import { type NewEntry, readBody } from './entry.ts';

// What operators do to documents with docstore's commands, which know neither people nor this log, is noted in storage
// (apps/docstore/src/command-notes/command-notes.ts). The gateway takes each note over and then removes it: one that was taken and not removed, since something failed in
// between, is known again by its id.

const SOON_MS = 60_000;
const EACH_MS = 3_600_000;
/** One gateway takes them at a time; of a gateway that dies meanwhile another one goes on after this. */
const CLAIM = 'command-notes';
const CLAIM_MS = 30_000;
const DEADLINE_MS = 10_000;
const KNOWN_MOST = 1_000;

export interface CommandNotesParts {
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'tryClaim'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly metadata: Pick<AuditStore, 'audit'>;
  readonly log: Pick<AuditLog, 'add'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

/** Takes notes of operators' commands into the audit log: a minute after the start, and once an hour. */
export class CommandNotes {
  readonly #parts: CommandNotesParts;
  #cancel: Cancel = () => undefined;
  #isOver = false;

  constructor(parts: CommandNotesParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#plan(SOON_MS);
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel();
  }

  /** Takes what there is; answers how many that was. */
  async take(): Promise<number> {
    const { bus } = this.#parts;
    if (!(await bus.tryClaim(CLAIM, CLAIM_MS))) return 0;
    let all = 0;
    for (;;) {
      const notes = await this.#notes();
      const count = await this.#takeThese(notes);
      all += count;
      // What cannot be removed comes again, and is not taken again.
      if (count === 0 || notes.length < NOTES_IN_ANSWER) return all;
    }
  }

  async #takeThese(notes: readonly CommandNote[]): Promise<number> {
    const known = notes.length === 0 ? new Set<string>() : await this.#known();
    let count = 0;
    for (const note of notes) {
      if (!known.has(note.id)) {
        await this.#parts.log.add(entryOf(note));
        count++;
      }
      await this.#remove(note.id);
    }
    return count;
  }

  /** The ids of notes that were taken before. */
  async #known(): Promise<ReadonlySet<string>> {
    const query = { order: 'newest first', behind: null, what: 'operator-command', person: null } as const;
    const rows = await this.#parts.metadata.audit({ ...query, most: KNOWN_MOST });
    const about = rows.flatMap((row) => readBody(row)?.about ?? []);
    return new Set(about.flatMap(([name, value]) => (name === 'note' ? [value] : [])));
  }

  async #notes(): Promise<readonly CommandNote[]> {
    const { docstore } = this.#parts;
    const asked = { params: {} };
    return await this.#within(
      async (context) => (await docstore.call(docstoreRoutes.readCommandNotes, asked, context)).notes,
    );
  }

  async #remove(note: string): Promise<void> {
    const { docstore } = this.#parts;
    await this.#within((context) => docstore.call(docstoreRoutes.removeCommandNote, { params: { note } }, context));
  }

  async #within<T>(ask: (context: CallContext) => Promise<T>): Promise<T> {
    return await inContext(this.#parts.openContext, { deadlineMs: DEADLINE_MS }, ask);
  }

  #plan(ms: number): void {
    if (this.#isOver) return;
    this.#cancel = this.#parts.clock.after(ms, () => {
      void this.#takeOrTell().then((nextMs) => this.#plan(nextMs));
    });
  }

  /** Answers when to look again. Docstore that is away tells of that elsewhere. */
  async #takeOrTell(): Promise<number> {
    try {
      await this.take();
      return EACH_MS;
    } catch (error) {
      if (!(error instanceof Failure && error.kind === 'unavailable')) this.#parts.onTrouble(error);
      return SOON_MS;
    }
  }
}

function entryOf({ id, at, command, outcome, maps }: CommandNote): NewEntry {
  const about = { command, when: String(at), note: id, ...(maps.length === 0 ? {} : { map: maps.join(' ') }) };
  const told = { what: 'operator-command', via: 'command', about } as const;
  return {
    ...OF_BOUGH,
    ...told,
    outcome: outcome === 'done' ? 'done' : 'failed',
    code: outcome === 'begun' ? 'begun' : null,
  };
}
