import type { Duplex } from 'node:stream';
import type { Cancel, Clock } from '@bough/base';
import { packFrames } from './frames.ts';

/** Frames on their way out: those of one turn of the event loop leave together. */
export class Outgoing {
  readonly #clock: Clock;
  readonly #socket: Duplex;
  #frames: string[] = [];
  #cancel: Cancel | null = null;

  constructor(clock: Clock, socket: Duplex) {
    this.#clock = clock;
    this.#socket = socket;
  }

  /** Bytes that the network has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  send(frame: string): void {
    this.#frames.push(frame);
    this.#cancel ??= this.#clock.after(0, () => this.flush());
  }

  /** Sends at once what waits for the end of the turn. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const frames = this.#frames;
    this.#frames = [];
    if (frames.length > 0 && this.#socket.writable) this.#socket.write(packFrames(frames));
  }
}
