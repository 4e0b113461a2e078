import type { Clock } from '@bough/base';
import type { Component } from '@bough/service';
import type { Rendered, RenderJob } from '../drawing/render.ts';
import { ExporterFailure } from '../exporter-failure.ts';
import { type Answer, DrawProcess } from './draw-process.ts';

// Big maps take a while to place and to paint, and a service that waits cannot answer; so files are made beside it, some at a time.
// Somebody who leaves costs nothing more: a waiting job is forgotten, a running one loses its process. So that the next in line does
// not wait for a new process to start, there is a spare one, which has drawn before, from the first file on until nobody wants any.

/** Where a job is: behind so many others, or being made. */
export type Progress = { readonly state: 'waiting'; readonly ahead: number } | { readonly state: 'working' };

interface Waiting {
  readonly job: RenderJob;
  readonly isUrgent: boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (reason: Error) => void;
  /** What it was told last. */
  said: number;
}
/** One place in which a job can be made: its process is started with the first and ends when there was none for a while. */
interface Place {
  process: DrawProcess | null;
  one: Waiting | null;
  /** Waits for a moment, since who leaves seldom leaves alone. */
  isResting: boolean;
  cancelTimer: () => void;
}

export interface RenderOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Goes before what is not: cards, which are small and looked at. */
  readonly isUrgent?: boolean;
}
export interface RendererParts {
  readonly clock: Pick<Clock, 'after'>;
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
  /** Whether one more process waits, ready, for a place whose own has been ended. */
  readonly hasSpare: boolean;
}

/** Makes files beside the event loop, so many at a time; the others wait in order. */
export class Renderer implements Component {
  readonly name = 'renderer';
  readonly #parts: RendererParts;
  readonly #settings: RendererSettings;
  readonly #places: readonly Place[];
  readonly #queue: Waiting[] = [];
  #spare: DrawProcess | null = null;

  constructor(parts: RendererParts, settings: RendererSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#places = Array.from({ length: settings.processes }, () => ({
      process: null,
      one: null,
      isResting: false,
      cancelTimer: () => undefined,
    }));
  }

  /** How many wait and how many are being made. */
  get load(): { readonly waiting: number; readonly working: number } {
    return { waiting: this.#queue.length, working: this.#places.filter(({ one }) => one !== null).length };
  }

  /** The processes that live; the spare one last. */
  get pids(): readonly number[] {
    return [...this.#places.map(({ process }) => process), this.#spare].flatMap((process) => process?.pid ?? []);
  }

  /** Rejects with the signal's reason when it aborts, with an ExporterFailure when the document cannot be drawn. */
  async render(
    job: RenderJob,
    { signal, onProgress = () => undefined, isUrgent = false }: RenderOptions,
  ): Promise<Rendered> {
    signal.throwIfAborted();
    if (this.#queue.length >= this.#settings.mostWaiting) {
      throw failure('exporter/busy', 'Too many exports are waiting.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
    const one: Waiting = { job, isUrgent, onProgress, resolve, reject, said: -1 };
    const leave = (): void => this.#leave(one, reasonOf(signal));
    signal.addEventListener('abort', leave, { once: true });
    const behind = isUrgent ? this.#queue.findIndex((each) => !each.isUrgent) : -1;
    this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, one);
    this.#next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async stop(): Promise<void> {
    for (const place of this.#places) this.#end(place);
    this.#endSpare();
  }

  #leave(one: Waiting, reason: Error): void {
    one.reject(reason);
    const at = this.#queue.indexOf(one);
    if (at >= 0) this.#queue.splice(at, 1);
    const place = this.#places.find((each) => each.one === one);
    if (place === undefined) return this.#next();
    this.#end(place);
    place.isResting = true;
    place.cancelTimer = this.#parts.clock.after(RESTING_MS, () => {
      place.isResting = false;
      this.#idle(place);
      this.#next();
    });
  }

  #next(): void {
    for (const place of this.#places) {
      if (place.one !== null || place.isResting) continue;
      const one = this.#queue.shift();
      if (one === undefined) break;
      this.#begin(place, one);
    }
    for (const [i, one] of this.#queue.entries()) {
      if (one.said === i + 1) continue;
      one.said = i + 1;
      one.onProgress({ state: 'waiting', ahead: i + 1 });
    }
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
    place.process.draw(one.job);
  }

  #done(place: Place, answer: Answer): void {
    const { one } = place;
    place.one = null;
    this.#idle(place);
    if (this.#settings.hasSpare) this.#spare ??= this.#startSpare();
    if (answer.ok) one?.resolve(answer.value);
    else one?.reject(unreadable(answer.error));
    this.#next();
  }

  #broken(place: Place, cause: Error): void {
    const { one } = place;
    this.#end(place);
    one?.reject(failure('exporter/render-broke', 'The export could not be made.', cause));
    this.#next();
  }

  /** Its process is kept for a while; with the last one the spare goes too. */
  #idle(place: Place): void {
    place.cancelTimer();
    place.cancelTimer = this.#parts.clock.after(this.#settings.idleMs, () => {
      this.#end(place);
      if (this.#places.every(({ process }) => process === null)) this.#endSpare();
    });
  }

  /** The spare one, where there is one. */
  #process(place: Place): DrawProcess {
    const events = {
      onAnswer: (answer: Answer) => this.#done(place, answer),
      onBroken: (said: string) => this.#broken(place, new Error(said)),
    };
    const spare = this.#spare;
    this.#spare = null;
    if (spare === null) return new DrawProcess(this.#settings.entry, events);
    spare.tell(events);
    return spare;
  }

  #startSpare(): DrawProcess {
    const spare = new DrawProcess(this.#settings.entry, {
      onAnswer: () => undefined,
      // The next job starts one of its own, and tells what is wrong with it.
      onBroken: () => (this.#spare = null),
    });
    spare.warmUp();
    return spare;
  }

  #endSpare(): void {
    this.#spare?.end();
    this.#spare = null;
  }

  #end(place: Place): void {
    place.cancelTimer();
    place.process?.end();
    place.process = null;
    place.one = null;
    place.isResting = false;
  }
}

const RESTING_MS = 10;

function failure(code: string, message: string, cause?: unknown): ExporterFailure {
  return new ExporterFailure(message, { kind: 'unavailable', code, cause });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('nobody waits', { cause: signal.reason });
}

function unreadable(detail: string): ExporterFailure {
  return new ExporterFailure(`The document cannot be drawn: ${detail}`, {
    kind: 'corrupt',
    code: 'exporter/unreadable-document',
    hint: 'Docstore answered something that is not a map of this version; compare the versions of both services.',
  });
}
