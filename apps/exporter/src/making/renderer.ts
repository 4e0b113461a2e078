import { assert, type Clock } from '@bough/base';
import type { Component } from '@bough/service';
import type { Rendered, RenderJob } from '../drawing/render.ts';
import { NO_BRANCH, TOO_LARGE } from '../drawing/refusals.ts';
import { ExporterFailure } from '../exporter-failure.ts';
import type { FoundMaps, ReadJob } from '../reading/read-maps.ts';
import { type Answer, DrawProcess, type Job, STOPPED } from './draw-process.ts';
import type { GivesWay } from './give-way.ts';

// Big maps take a while to place and to paint, and a service that waits cannot answer; so files are made beside it, some at a time.
// Somebody who leaves costs nothing more: a waiting job is forgotten, and the process of a running one is told to stop. It hears that
// between two things that it draws, and the next in line gets it as it is, with all that it has read and compiled; one that does not
// hear it in time is ended.

/** Where a job is: behind so many others, or being made. */
export type Progress = { readonly state: 'waiting'; readonly ahead: number } | { readonly state: 'working' };

interface Waiting {
  readonly job: Job;
  readonly isUrgent: boolean;
  readonly turn: number;
  readonly by: string | null;
  readonly onProgress: (progress: Progress) => void;
  readonly resolve: (made: Rendered | FoundMaps) => void;
  readonly reject: (reason: Error) => void;
  /** What it was told last. */
  said: number;
}
/** One place in which a job can be made: its process is started with the first and ends when there was none for a while. */
interface Place {
  process: DrawProcess | null;
  one: Waiting | null;
  /** Has been told to stop what it did, or waits for a moment after that, since who leaves seldom leaves alone. */
  isResting: boolean;
  /** Until when its process has to give way to most only, since a machine that never rests left the one before with nothing. */
  insistsUntilMs: number;
  cancelTimer: () => void;
  cancelLook: () => void;
}

export interface RenderOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Goes before what is not: cards, which are small and looked at. */
  readonly isUrgent?: boolean;
  /** Since when it is in line, as `turn` said then; absent: since now. */
  readonly turn?: number;
  /** Who waits for it: nobody has two places at once while there are several, nor more than half of the queue. Null: nobody in particular. */
  readonly by?: string | null;
}
export interface RendererParts {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
}
export interface RendererSettings {
  /** A module that calls `serveDrawing` when its first argument is `draw`. */
  readonly entry: URL;
  /** How many are made at a time. */
  readonly processes: number;
  readonly mostWaiting: number;
  /** How long one may take. */
  readonly longestMs: number;
  /** How long a process without a job is kept. */
  readonly idleMs: number;
  /** How long a process may take to stop. */
  readonly stopMs: number;
  /** How far its processes give way at first. */
  readonly way: GivesWay;
  /** How long one is given next to nothing of the machine before it is begun anew by a process that gives way less. */
  readonly patienceMs: number;
}

/** Makes files beside the event loop, so many at a time; the others wait in order. */
export class Renderer implements Component {
  readonly name = 'renderer';
  readonly #parts: RendererParts;
  readonly #settings: RendererSettings;
  readonly #places: readonly Place[];
  readonly #queue: Waiting[] = [];
  #turns = 0;
  /** When somebody was served last, since there was nothing to do. */
  readonly #served = new Map<string, number>();

  constructor(parts: RendererParts, settings: RendererSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#places = Array.from({ length: settings.processes }, () => ({
      process: null,
      one: null,
      isResting: false,
      insistsUntilMs: -Infinity,
      cancelTimer: () => undefined,
      cancelLook: () => undefined,
    }));
  }

  /** How many wait and how many are being made. */
  get load(): { readonly waiting: number; readonly working: number } {
    return { waiting: this.#queue.length, working: this.#places.filter(({ one }) => one !== null).length };
  }

  /** The processes that live. */
  get pids(): readonly number[] {
    return this.#places.flatMap(({ process }) => process?.pid ?? []);
  }

  /** A place in line for a job that is still being got ready. */
  turn(): number {
    return this.#turns++;
  }

  /** Rejects with the signal's reason when it aborts, with an ExporterFailure when the document cannot be drawn. */
  async render(job: RenderJob, options: RenderOptions): Promise<Rendered> {
    const made = await this.#make(job, options);
    assert('bytes' in made, 'what is drawn has bytes');
    return made;
  }

  /** The maps that a file gives. Rejects as `render` does. */
  async read(job: ReadJob, options: RenderOptions): Promise<FoundMaps> {
    const made = await this.#make(job, options);
    assert('parts' in made, 'what is read has parts');
    return made;
  }

  async stop(): Promise<void> {
    for (const place of this.#places) this.#end(place);
  }

  async #make(
    job: Job,
    { signal, onProgress = () => undefined, isUrgent = false, turn = this.turn(), by = null }: RenderOptions,
  ): Promise<Rendered | FoundMaps> {
    signal.throwIfAborted();
    const { mostWaiting } = this.#settings;
    const own = by === null ? 0 : this.#queue.filter((each) => each.by === by).length;
    if (this.#queue.length >= mostWaiting || own * 2 >= mostWaiting) {
      throw failure('exporter/busy', 'Too many exports are waiting.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Rendered | FoundMaps>();
    const one: Waiting = { job, isUrgent, turn, by, onProgress, resolve, reject, said: -1 };
    const leave = (): void => this.#leave(one, reasonOf(signal));
    signal.addEventListener('abort', leave, { once: true });
    const behind = this.#queue.findIndex((each) => isBefore(one, each));
    this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, one);
    this.#next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #leave(one: Waiting, reason: Error): void {
    one.reject(reason);
    const at = this.#queue.indexOf(one);
    if (at >= 0) this.#queue.splice(at, 1);
    const place = this.#places.find((each) => each.one === one);
    if (place === undefined) return this.#next();
    place.cancelLook();
    place.one = null;
    place.isResting = true;
    place.process?.stop();
    place.cancelTimer();
    place.cancelTimer = this.#parts.clock.after(this.#settings.stopMs, () => {
      this.#end(place);
      this.#next();
    });
  }

  /** The process of a place that was told to stop has nothing to do any more. */
  #stopped(place: Place): void {
    place.cancelTimer();
    place.cancelTimer = this.#parts.clock.after(RESTING_MS, () => {
      place.isResting = false;
      this.#idle(place);
      this.#next();
    });
  }

  #next(): void {
    for (const place of this.#places) {
      if (place.one !== null || place.isResting) continue;
      const one = this.#taken();
      if (one === undefined) break;
      this.#begin(place, one);
    }
    if (this.load.working + this.load.waiting === 0) this.#served.clear();
    // Who waits alone has all of the machine; a queue has what others leave.
    for (const { process } of this.#places) process?.leaveCore(this.#queue.length > 0);
    for (const [i, one] of this.#queue.entries()) {
      if (one.said === i + 1) continue;
      one.said = i + 1;
      one.onProgress({ state: 'waiting', ahead: i + 1 });
    }
  }

  /** Takes the next out of the queue: of those who have no place, whoever was served longest ago. */
  #taken(): Waiting | undefined {
    const isServed = ({ by }: Waiting): boolean =>
      by !== null && this.#places.length > 1 && this.#places.some(({ one }) => one?.by === by);
    const servedAt = ({ by }: Waiting): number => (by === null ? -1 : (this.#served.get(by) ?? -1));
    const [next] = this.#queue.filter((one) => !isServed(one)).toSorted((a, b) => servedAt(a) - servedAt(b));
    if (next === undefined) return undefined;
    this.#queue.splice(this.#queue.indexOf(next), 1);
    if (next.by !== null) this.#served.set(next.by, this.#turns++);
    return next;
  }

  #begin(place: Place, one: Waiting): void {
    place.cancelTimer();
    place.one = one;
    place.process ??= this.#process(place);
    place.cancelTimer = this.#parts.clock.after(this.#settings.longestMs, () => {
      this.#end(place);
      one.reject(failure('exporter/too-slow', 'The export took too long.'));
      this.#next();
    });
    one.onProgress({ state: 'working' });
    place.process.do(one.job);
    this.#look(place, one);
  }

  /** Who gives way to everybody gets next to nothing of a machine that never rests: then the file is begun anew by one that gives way to most. */
  #look(place: Place, one: Waiting): void {
    const { process } = place;
    const { clock } = this.#parts;
    const hadMs = process?.processorMs ?? null;
    if (process === null || process.way === 'mostly' || hadMs === null) return;
    place.cancelLook = clock.after(this.#settings.patienceMs, () => {
      const gotMs = (process.processorMs ?? Infinity) - hadMs;
      if (gotMs > this.#settings.patienceMs * LEAST_SHARE) return this.#look(place, one);
      process.end();
      place.insistsUntilMs = clock.monotonic() + INSISTING_MS;
      place.process = this.#process(place);
      place.process.do(one.job);
      this.#next();
    });
  }

  #done(place: Place, answer: Answer): void {
    // It was told to stop, and may have been ready before it heard it.
    if (place.isResting) return this.#stopped(place);
    const { one } = place;
    place.cancelLook();
    place.one = null;
    this.#idle(place);
    if (answer === STOPPED) one?.reject(failure('exporter/render-broke', 'The program that draws the file stopped.'));
    else if (answer.ok) one?.resolve(answer.value);
    else one?.reject(refusalOf(answer.error));
    this.#next();
  }

  #broken(place: Place, cause: Error): void {
    const { one } = place;
    this.#end(place);
    // The same map would take as much the next time.
    if (/heap out of memory|allocation failed/i.test(cause.message)) one?.reject(largeMap(cause));
    else one?.reject(failure('exporter/render-broke', 'The file could not be created.', cause));
    this.#next();
  }

  /** Its process is kept for a while, one that has insisted long enough is not. */
  #idle(place: Place): void {
    place.cancelTimer();
    if (place.process?.way !== this.#settings.way && !this.#isInsisting(place)) return this.#end(place);
    place.cancelTimer = this.#parts.clock.after(this.#settings.idleMs, () => this.#end(place));
  }

  #isInsisting({ insistsUntilMs }: Place): boolean {
    return this.#parts.clock.monotonic() < insistsUntilMs;
  }

  #process(place: Place): DrawProcess {
    const way = this.#isInsisting(place) ? 'mostly' : this.#settings.way;
    return new DrawProcess(this.#settings.entry, way, {
      onAnswer: (answer) => this.#done(place, answer),
      onBroken: (said) => this.#broken(place, new Error(said)),
    });
  }

  #end(place: Place): void {
    place.cancelTimer();
    place.cancelLook();
    place.process?.end();
    place.process = null;
    place.one = null;
    place.isResting = false;
  }
}

const RESTING_MS = 10;
/** Of one core: anybody else who works there all the time leaves a three-hundredth to whoever gives way always. */
const LEAST_SHARE = 0.1;
/** What has come of a busy machine is looked at again after so long. */
const INSISTING_MS = 60_000;

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.isUrgent === other.isUrgent ? one.turn < other.turn : one.isUrgent;
}

/** What to do about each failure of an export. */
const HINTS = {
  'exporter/busy': 'Try again in a minute.',
  'exporter/large-map': 'Files of words, such as Markdown or Freeplane, take less than pictures; so does a branch.',
  'exporter/too-slow': 'Export a branch of the map, or choose a smaller size.',
  'exporter/render-broke': 'Try again.',
} as const;

function failure(code: keyof typeof HINTS, message: string, cause?: unknown): ExporterFailure {
  const kind = code === 'exporter/large-map' ? 'invalid' : 'unavailable';
  return new ExporterFailure(message, { kind, code, hint: HINTS[code], cause });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('nobody waits', { cause: signal.reason });
}

/** What a process said of a job that it did not do. */
function refusalOf(said: string): ExporterFailure {
  if (said === TOO_LARGE) return largeMap();
  return said === NO_BRANCH ? noBranch() : unreadable(said);
}

function largeMap(cause?: Error): ExporterFailure {
  const message = 'The map is too large for a file of this kind: export a branch of it, or another kind of file.';
  return failure('exporter/large-map', message, cause);
}

function noBranch(): ExporterFailure {
  return new ExporterFailure('This map has no item with the id that `branch` names.', {
    kind: 'absent',
    code: 'exporter/no-branch',
    hint: 'Read the map: its items have their ids.',
  });
}

function unreadable(detail: string): ExporterFailure {
  return new ExporterFailure(`The document cannot be drawn: ${detail}.`, {
    kind: 'corrupt',
    code: 'exporter/unreadable-document',
    hint: 'Docstore sent a map of another version. Run the same version of every service.',
  });
}
