import { type Clock, err, Failure, type MapId, ok, type PrefixName, type Result } from '@bough/base';
import { type Append, type Appended, docstoreRoutes, MAPS_IN_CALL, OF_NOBODY, wholeAppended } from '@bough/contracts';
import type { Change, NumberedChange } from '@bough/map';
import type { CallContext, ContextFacts, Fleet, OpenContext } from '@bough/service';
import type { DocumentFailure, DocumentPort } from '@bough/sync';
import { BatchQueue, BatchSchedule, callsOf, type MapBatch, type QueuedAppend } from './batching.ts';

export interface DocstoreClientParts {
  readonly docstore: Pick<Fleet, 'call' | 'split'>;
  readonly clock: Clock;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** Told once of everything that was kept for this gateway. */
  readonly onKept: (map: MapId, changes: readonly NumberedChange[]) => void;
}

/** The document of one map, and where what is submitted to it waits. */
export interface MapDocument {
  readonly document: DocumentPort;
  readonly batch: BatchQueue<Answer>;
}

type Answer = Parameters<DocumentPort['append']>[3];

const DEADLINE_MS = 10_000;

/** Docstore as rooms see it: one port for each map, and a count of what is under way. */
export class DocstoreClient {
  readonly #parts: DocstoreClientParts;
  readonly #schedule: BatchSchedule<Answer>;
  #underWay = 0;
  #onIdle: (() => void)[] = [];

  constructor(parts: DocstoreClientParts) {
    this.#parts = parts;
    this.#schedule = new BatchSchedule(parts.clock, (all) => {
      this.#appendAll(all);
      // From here on the calls themselves are what is under way.
      for (const { submits } of all) this.#underWay -= submits.length;
    });
  }

  /** The document of this map. */
  of(map: MapId): MapDocument {
    const { docstore, clock } = this.#parts;
    const batch = new BatchQueue<Answer>({ clock, schedule: this.#schedule, map });
    const document: DocumentPort = {
      append: ({ formerly, mayEdit }, base, changes, answer) => {
        this.#underWay++;
        batch.add({ base, formerly, mayEdit, changes, answer });
      },
      read: (from, to, answer) => {
        this.#ask(async (context) => {
          const params = { map, from, to };
          return docstore.call(docstoreRoutes.readChanges, { params }, context);
        }, answer);
      },
      state: (writer, answer) => {
        this.#ask(async (context) => {
          const params = { map, ...(writer ?? OF_NOBODY) };
          return docstore.call(docstoreRoutes.documentState, { params }, context);
        }, answer);
      },
    };
    return { document, batch };
  }

  /** Whether something is under way. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** One call of each docstore for all of its maps. */
  #appendAll(all: readonly MapBatch<Answer>[]): void {
    for (const call of callsOf(all, MAPS_IN_CALL)) {
      const shares = call.length === 1 ? [] : this.#parts.docstore.split(call);
      // Nobody's share where no docstore is up: asked about alone, each is told so.
      if (shares.length === 0) for (const one of call) this.#append(one);
      for (const { caller, maps } of shares) this.#appendToMaps(caller, maps);
    }
  }

  /** One call for all; when docstore was not reached, or kept nothing of a map, that is asked about alone. */
  #appendToMaps(docstore: Pick<Fleet, 'call'>, all: readonly MapBatch<Answer>[]): void {
    if (all.length === 0) return;
    const body = { maps: all.map(({ map, submits }) => ({ map, submits: submits.map(bodyOf) })) };
    const startedMs = this.#parts.clock.monotonic();
    this.#ask<readonly (readonly Appended[] | null)[]>(
      async (context) => {
        const { maps } = await docstore.call(docstoreRoutes.appendToMaps, { params: {}, body }, context);
        return body.maps.map(({ map, submits }, i) => this.#allKept(map, submits, maps[i] ?? null));
      },
      (result) => {
        const tookMs = this.#parts.clock.monotonic() - startedMs;
        const bugs: unknown[] = [];
        for (const [i, one] of all.entries()) {
          one.took(tookMs);
          const appended = result.ok ? (result.value[i] ?? null) : null;
          try {
            if (!result.ok) tell(one.submits, result);
            else if (appended === null) this.#append(one);
            else tell(one.submits, ok(appended));
          } catch (bug) {
            bugs.push(bug);
          }
        }
        if (bugs.length > 0) throw new AggregateError(bugs, 'the others were told');
      },
      (failure) => (failure.kind === 'invalid' || failure.kind === 'absent' || isUnreached(failure) ? [] : undefined),
    );
  }

  /** One call for all; when docstore calls that malformed, each alone, so that only whose fault it is learns of it. */
  #append(all: MapBatch<Answer>): void {
    const { docstore, clock } = this.#parts;
    const { map, submits } = all;
    const body = { submits: submits.map(bodyOf) };
    const startedMs = clock.monotonic();
    this.#ask<readonly Appended[]>(
      async (context) => {
        const { answers } = await docstore.call(docstoreRoutes.appendSubmits, { params: { map }, body }, context);
        return this.#allKept(map, body.submits, answers) ?? [];
      },
      (result) => {
        all.took(clock.monotonic() - startedMs);
        if (result.ok && result.value.length === 0 && submits.length > 1) {
          for (const submit of submits) this.#append({ ...all, submits: [submit] });
          return;
        }
        tell(submits, result);
      },
      // Whose counter jumps, or who is too far behind, is told so; with others in the call, each is asked about alone first.
      (failure) => {
        const isOfOne = isCode(failure, 'docstore/counter-jump') || isCode(failure, 'docstore/old-base');
        if (isOfOne && submits.length === 1) return undefined;
        return isOfOne || failure.kind === 'invalid' ? [] : undefined;
      },
    );
  }

  /** The whole answers; null: there are none. */
  #allKept(map: MapId, submits: readonly Append[], answers: readonly Appended[] | null): readonly Appended[] | null {
    if (answers === null) return null;
    return submits.flatMap((submit, i) => {
      const brief = answers[i];
      return brief === undefined ? [] : this.#kept(map, wholeAppended(brief, submit));
    });
  }

  #kept(map: MapId, appended: Appended): Appended {
    if (appended.changes.length > 0) this.#parts.onKept(map, appended.changes);
    return appended;
  }

  #ask<T>(
    work: (context: CallContext) => Promise<T>,
    answer: (result: Result<T, DocumentFailure>) => void,
    instead?: (failure: Failure) => T | undefined,
  ): void {
    const open = this.#parts.openContext({ deadlineMs: DEADLINE_MS });
    this.#underWay++;
    work(open.context)
      .then(
        (value): Result<T, DocumentFailure> => ok(value),
        (failure: unknown): Result<T, DocumentFailure> => {
          const value = failure instanceof Failure ? instead?.(failure) : undefined;
          if (value !== undefined) return ok(value);
          if (!(failure instanceof Failure)) open.context.log.error('a room met a bug', { error: failure });
          const detail = failure instanceof Failure ? failure.message : 'Something went wrong inside Bough.';
          return err({ kind: kindOf(failure), detail });
        },
      )
      .then((result) => {
        open.close();
        answer(result);
      })
      .finally(() => {
        this.#underWay--;
        if (this.#underWay > 0) return;
        const waiting = this.#onIdle;
        this.#onIdle = [];
        for (const resolve of waiting) resolve();
      })
      .catch((failure: unknown) => open.context.log.error('a room met a bug', { error: failure }));
  }
}

/** Tells each what became of it. */
function tell(submits: readonly QueuedAppend<Answer>[], result: Result<readonly Appended[], DocumentFailure>): void {
  for (const [i, { answer, base, changes }] of submits.entries()) {
    answer(result.ok ? ok(result.value[i] ?? refuseAll(base, changes)) : result);
  }
}

/** Whether this docstore is down: asked about one map, the next one is tried. */
function isUnreached(failure: Failure): boolean {
  return failure.code === 'service/unreachable' || failure.code.endsWith('/closing');
}

function bodyOf({ base, formerly, mayEdit, changes }: QueuedAppend<Answer>): Append {
  const { seq, lineage } = base;
  const by = { ...(formerly === null ? {} : { formerly }), ...(mayEdit ? {} : { isCommenter: true }) };
  return { base: seq, lineage, ...by, changes };
}

/** What a failed call is to a room. */
function kindOf(failure: unknown): DocumentFailure['kind'] {
  if (isCode(failure, 'docstore/other-lineage')) return 'renewed';
  if (isCode(failure, 'docstore/counter-jump')) return 'jump';
  if (isCode(failure, 'docstore/old-base')) return 'old';
  if (!(failure instanceof Failure)) return 'unavailable';
  if (failure.code === 'docstore/full') return 'full';
  return failure.kind === 'absent' ? 'absent' : 'unavailable';
}

/** A request that docstore calls malformed would be so again: each change is refused, so that its author learns it. */
function refuseAll(base: PrefixName, changes: readonly Change[]): Appended {
  const outcomes = changes.map(({ counter }) => {
    return { counter, kind: 'refused', reason: 'malformed', detail: 'the change could not be read' } as const;
  });
  return { ...base, outcomes, changes: [] };
}

function isCode(failure: unknown, code: string): boolean {
  return failure instanceof Failure && failure.code === code;
}
