import { type Cancel, Failure, pause } from '@bough/base';
import { type BlobStore, type ETag, HEADS, type LogPorts } from '@bough/bloblog';
import type { Component, Log } from '@bough/service';
import { type CareSettings, failed, scrub, tidy } from './care.ts';
import {
  added,
  NO_TALLY,
  NOTHING_DONE,
  readState,
  type Tally,
  type UpkeepState,
  type Walk,
  type WalkName,
  writeState,
} from './upkeep-state.ts';

export interface UpkeepParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
  readonly log: Log;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How often a whole walk begins. Twice within thirty days each object is read. */
const PERIOD_MS: Readonly<Record<WalkName, number>> = { tidy: DAY_MS, scrub: 14 * DAY_MS };
/** A walk is to be through in this part of its period, so that some hours of being down do not make it late. */
const PACE = 0.75;
/** Nothing begins while a process starts and people open their maps. */
const FIRST_MS = MINUTE_MS;
const TURN_MS = 5 * MINUTE_MS;
/** Longer than a turn: whoever has it and is slow keeps it. */
const CLAIM_MS = 3 * TURN_MS;
/** Nobody sleeps longer: there may be more documents by then. */
const LONGEST_SLEEP_MS = 12 * 60 * MINUTE_MS;
/** A few documents are done in one turn, so that a small Bough is quiet for the rest of the day. */
const LEAST_DOCUMENTS = 100;
const MOST_DOCUMENTS = 1_000;
/** Of the first walk nobody knows how long it is. */
const FIRST_DOCUMENTS = 500;
/** Between two documents, so that what people wait for comes first. */
const REST_MS = 25;
/** So many documents in a row without an answer: a location is away, and the turn ends. */
const MOST_UNANSWERED = 3;

/**
 * Upkeep of all documents by itself: each day the trash is emptied, the second location brought what it lacks, and what no head names
 * collected; over two weeks every object is read and what is damaged repaired. The work is spread over the time, in turns; of several
 * instances one has the turn, by a claim in storage that runs out. Between turns nothing is asked of storage.
 */
export class Upkeep implements Component {
  readonly name = 'upkeep';
  readonly #parts: UpkeepParts;
  readonly #settings: CareSettings;
  readonly #id: string;
  #state: UpkeepState = NOTHING_DONE;
  #cancel: Cancel = () => undefined;
  #turn: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(parts: UpkeepParts, settings: CareSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#id = parts.ports.ids.short();
  }

  /** What was done, as this instance has seen it last. */
  get state(): UpkeepState {
    return this.#state;
  }

  async start(): Promise<void> {
    this.#sleep(FIRST_MS);
  }

  async drain(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    await this.#turn;
  }

  #sleep(ms: number): void {
    if (this.#isStopping) return;
    // Instances that start together do not all ask at once.
    const delayMs = ms * (1 + this.#parts.ports.random.fraction() / 10);
    this.#cancel = this.#parts.ports.clock.after(delayMs, () => {
      this.#turn = this.#tryTurn().then((nextMs) => this.#sleep(nextMs));
    });
  }

  /** Takes a turn when one is due and nobody else has it; answers how long to sleep then. */
  async #tryTurn(): Promise<number> {
    const { ports, first, log } = this.#parts;
    try {
      const { state, etag } = await readState(first);
      this.#state = state;
      const now = ports.clock.now();
      if (state.by !== this.#id && state.until > now) return Math.max(TURN_MS, state.until - now);
      const due = dueAt(state);
      if (due > now) return Math.min(LONGEST_SLEEP_MS, Math.max(TURN_MS, due - now));
      const claimed = await writeState(first, etag, { ...state, by: this.#id, until: now + CLAIM_MS });
      if (claimed === null) return TURN_MS;
      await this.#work(state, claimed);
    } catch (error) {
      log.warn('upkeep could not go on: it is tried again', { error });
    }
    return TURN_MS;
  }

  async #work(state: UpkeepState, claimed: ETag): Promise<void> {
    const { ports, first } = this.#parts;
    const endsAt = ports.clock.now() + TURN_MS;
    const walks = { ...state.walks };
    for (const name of ['tidy', 'scrub'] as const) walks[name] = await this.#step(name, walks[name], endsAt);
    const next = { by: this.#id, until: 0, walks };
    // Refused: the claim ran out meanwhile, and whoever has it does the same work once more.
    if ((await writeState(first, claimed, next)) !== null) this.#state = next;
  }

  /** Goes on with one walk for as long as it is behind its pace. */
  async #step(name: WalkName, walk: Walk, endsAt: number): Promise<Walk> {
    const { ports, log } = this.#parts;
    const now = ports.clock.now();
    if (walkDueAt(name, walk) > now) return walk;
    const begun = walk.cursor === null ? { ...walk, cursor: '', startedAt: now, tally: NO_TALLY } : walk;
    const { maps, isLast } = await this.#page(begun.cursor ?? '', wanted(name, begun, now));
    let { tally, cursor } = begun;
    let unanswered = 0;
    for (const map of maps) {
      if (this.#isStopping || ports.clock.now() > endsAt) return { ...begun, tally, cursor };
      const one = await this.#care(name, map, begun.last?.startedAt ?? 0);
      unanswered = one === null ? unanswered + 1 : 0;
      if (unanswered >= MOST_UNANSWERED) return { ...begun, tally, cursor };
      if (one !== null) [tally, cursor] = [added(tally, one), map];
      await pause(ports.clock, REST_MS);
    }
    if (!isLast) return { ...begun, tally, cursor };
    const ended = { startedAt: begun.startedAt, endedAt: ports.clock.now(), tally };
    log[tally.found > 0 ? 'warn' : 'info']('upkeep has seen every document', { walk: name, ...tally });
    return { cursor: null, startedAt: begun.startedAt, tally: NO_TALLY, last: ended };
  }

  /** null: no answer came, which says nothing about the document. */
  async #care(name: WalkName, map: string, since: number): Promise<Tally | null> {
    try {
      return await (name === 'tidy' ? tidy(this.#parts, this.#settings, map, since) : scrub(this.#parts, map));
    } catch (failure) {
      if (failure instanceof Failure && (failure.kind === 'unavailable' || failure.kind === 'conflict')) return null;
      this.#parts.log.warn('upkeep of a document failed', { map, walk: name, error: failure });
      return failed(map, failure);
    }
  }

  /** The next documents of either location, in order. */
  async #page(cursor: string, count: number): Promise<{ readonly maps: readonly string[]; readonly isLast: boolean }> {
    const { first, second } = this.#parts;
    const stores = second === null ? [first] : [first, second];
    const options = { after: cursor === '' ? null : HEADS + cursor, limit: count };
    const pages = await Promise.all(stores.map((store) => store.list(HEADS, options)));
    const all = [...new Set(pages.flatMap(({ entries }) => entries.map(({ key }) => key)))].toSorted(byUnit);
    const taken = all.slice(0, options.limit);
    const isLast = taken.length === all.length && pages.every(({ next }) => next === null);
    return { maps: taken.map((key) => key.slice(HEADS.length)), isLast };
  }
}

function byUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How many documents the walk is behind its pace, by how many there were the last time, within bounds. */
function wanted(name: WalkName, walk: Walk, now: number): number {
  const total = walk.last?.tally.documents ?? 0;
  if (total === 0) return FIRST_DOCUMENTS;
  const part = (now - walk.startedAt) / (PERIOD_MS[name] * PACE);
  return Math.max(LEAST_DOCUMENTS, Math.min(MOST_DOCUMENTS, Math.ceil(total * part) - walk.tally.documents));
}

/** When there is something to do next. */
function dueAt({ walks }: UpkeepState): number {
  return Math.min(walkDueAt('tidy', walks.tidy), walkDueAt('scrub', walks.scrub));
}

/** One that ended begins again a period after it began; one that is under way goes on when it is behind its pace by some documents. */
function walkDueAt(name: WalkName, { cursor, startedAt, tally, last }: Walk): number {
  const period = PERIOD_MS[name];
  if (cursor === null) return last === null ? 0 : last.startedAt + period;
  const total = last?.tally.documents ?? 0;
  if (tally.documents >= total) return 0;
  return startedAt + Math.min(1, (tally.documents + LEAST_DOCUMENTS) / total) * period * PACE;
}
