import { backoffMs, type Cancel, type Clock, type Random } from '@bough/base';
import { RECONNECT } from './pauses.ts';

/** Getting the document by HTTP: one request at a time, again after a pause when it failed. */
export class Fetching {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #perform: () => void;
  #state: { readonly kind: 'off' | 'asked' } | { readonly kind: 'pause'; readonly cancel: Cancel } = { kind: 'off' };
  #attempt = 0;

  constructor(components: { clock: Clock; random: Random; perform: () => void }) {
    this.#clock = components.clock;
    this.#random = components.random;
    this.#perform = components.perform;
  }

  get isOn(): boolean {
    return this.#state.kind !== 'off';
  }

  /** Whether the last attempt gave nothing, and none has given anything since. */
  get isFailing(): boolean {
    return this.#attempt > 0;
  }

  start(): void {
    if (this.#state.kind === 'off') this.#ask();
  }

  /** A pause is cut short. */
  wake(): void {
    if (this.#state.kind !== 'pause') return;
    this.#state.cancel();
    this.#ask();
  }

  /** An answer is here; false: nobody waits for one. */
  done(): boolean {
    if (this.#state.kind !== 'asked') return false;
    this.#state = { kind: 'off' };
    this.#attempt = 0;
    return true;
  }

  /** No answer, or a useless one. */
  failed(): void {
    if (this.#state.kind === 'pause') return;
    this.#state = {
      kind: 'pause',
      cancel: this.#clock.after(backoffMs(RECONNECT, this.#attempt++, this.#random), () => this.#ask()),
    };
  }

  stop(): void {
    if (this.#state.kind === 'pause') this.#state.cancel();
    this.#state = { kind: 'off' };
  }

  #ask(): void {
    this.#state = { kind: 'asked' };
    this.#perform();
  }
}
