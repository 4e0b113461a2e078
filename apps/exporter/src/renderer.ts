import { type MessagePort, Worker } from 'node:worker_threads';
import type { Result } from '@bough/base';
import type { Component } from '@bough/service';
import { ExporterFailure } from './exporter-failure.ts';
import { render, type RenderJob, type Rendered } from './render.ts';

// Big maps take a while to place, and a service that waits cannot answer; so pictures are made in a thread of their own, one
// at a time. Somebody who leaves costs nothing more: a waiting job is forgotten, a running one loses its thread.

type Answer = Result<Rendered, string>;
interface Waiting {
  readonly job: RenderJob;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (reason: Error) => void;
}

export interface RendererSettings {
  /** A module that calls `serveRendering` when it runs in a worker. */
  readonly entry: URL;
  readonly mostWaiting: number;
}

/** Makes pictures beside the event loop, with one thread that starts at the first job and is kept. */
export class Renderer implements Component {
  readonly name = 'renderer';
  readonly #settings: RendererSettings;
  readonly #queue: Waiting[] = [];
  #running: Waiting | null = null;
  #worker: Worker | null = null;

  constructor(settings: RendererSettings) {
    this.#settings = settings;
  }

  /** Rejects with the signal's reason when it aborts, with an ExporterFailure when the document cannot be drawn. */
  async render(job: RenderJob, signal: AbortSignal): Promise<Rendered> {
    signal.throwIfAborted();
    if (this.#queue.length >= this.#settings.mostWaiting) {
      throw new ExporterFailure('Too many exports are waiting.', { kind: 'unavailable', code: 'exporter/busy' });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Rendered>();
    const one: Waiting = { job, resolve, reject };
    const leave = (): void => this.#leave(one, reasonOf(signal));
    signal.addEventListener('abort', leave, { once: true });
    this.#queue.push(one);
    this.#next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #leave(one: Waiting, reason: Error): void {
    one.reject(reason);
    const at = this.#queue.indexOf(one);
    if (at >= 0) this.#queue.splice(at, 1);
    if (this.#running !== one) return;
    void this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    this.#next();
  }

  #next(): void {
    if (this.#running !== null) return;
    this.#running = this.#queue.shift() ?? null;
    if (this.#running === null) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#running.job, []);
  }

  #start(): Worker {
    const worker = new Worker(this.#settings.entry);
    worker.on('message', (answer: Answer) => {
      if (this.#worker === worker) this.#done(answer);
    });
    worker.on('error', (cause) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      const one = this.#running;
      this.#running = null;
      one?.reject(
        new ExporterFailure('The export could not be made.', {
          kind: 'unavailable',
          code: 'exporter/render-broke',
          cause,
        }),
      );
      this.#next();
    });
    worker.unref();
    return worker;
  }

  #done(answer: Answer): void {
    const one = this.#running;
    this.#running = null;
    if (answer.ok) one?.resolve(answer.value);
    else one?.reject(unreadable(answer.error));
    this.#next();
  }
}

/** The worker's side: answers each job on the port. */
export function serveRendering(port: MessagePort): void {
  port.on('message', async (job: RenderJob) => {
    port.postMessage(await render(job), []);
  });
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
