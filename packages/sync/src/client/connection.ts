import { backoffMs, type Cancel, type Clock, type Random } from '@bough/base';
import { RECONNECT } from './pauses.ts';
import type { ClientEffect, FetchFailure } from './client-types.ts';
import type { ClientFrame } from '../wire/frames.ts';

// The line to a gateway: it is asked for, opens, is lost (or found dead, when nothing is heard), and is asked for again after
// a pause. Each attempt has a number, so that what an old socket still says is known by it and ignored.

/** How often the line is looked at while it is asked for or open. */
const TICK_MS = 500;
/** Silence after which the gateway is asked whether it is there. */
const PING_MS = 2000;
/** Silence after which it is not; also how long an attempt to connect may take. */
const DEAD_MS = 4500;

type State =
  | { readonly kind: 'off' }
  | { readonly kind: 'waiting'; readonly retryAt: number; readonly cancel: Cancel }
  | { readonly kind: 'connecting'; readonly number: number }
  | { readonly kind: 'open'; readonly number: number };

export interface ConnectionComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly perform: (effect: ClientEffect) => void;
  readonly onLost: () => void;
  /** About twice a second while the line is open. */
  readonly onTick: () => void;
}

export class Connection {
  readonly #components: ConnectionComponents;
  #state: State = { kind: 'off' };
  #number = 0;
  #attempt = 0;
  /** How often a gateway wanted another document to be here first, since one was content. */
  #sentBack = 0;
  #heardMs = 0;
  #nonce = 0;
  #cancelTick: Cancel | null = null;

  constructor(components: ConnectionComponents) {
    this.#components = components;
  }

  get isOpen(): boolean {
    return this.#state.kind === 'open';
  }
  /** When the next attempt is made, by the wall clock; null when none is planned. */
  get retryAt(): number | null {
    return this.#state.kind === 'waiting' ? this.#state.retryAt : null;
  }

  /** Asks for a line now, unless there is one or it is being asked for. Who was sent away for a document twice waits instead. */
  connect(): void {
    if (this.#state.kind !== 'waiting' || this.#sentBack < 2) this.#ask();
  }

  #ask(): void {
    if (this.#state.kind === 'connecting' || this.#state.kind === 'open') return;
    if (this.#state.kind === 'waiting') this.#state.cancel();
    this.#state = { kind: 'connecting', number: ++this.#number };
    this.#heardMs = this.#components.clock.monotonic();
    this.#planTick();
    this.#components.perform({ kind: 'connect', connection: this.#number });
  }

  /** The network may be back: a pause is cut short, a line that looks open is asked whether it is. */
  wake(): void {
    if (this.#state.kind === 'waiting') {
      this.#attempt = 0;
      this.#ask();
    } else if (this.#state.kind === 'open') {
      this.#ping();
    }
  }

  /** True when it is the line that was asked for last. */
  opened(connection: number): boolean {
    if (this.#state.kind !== 'connecting' || this.#state.number !== connection) return false;
    this.#state = { kind: 'open', number: connection };
    this.#heardMs = this.#components.clock.monotonic();
    return true;
  }

  /** A message came; false: on a line that is no longer ours. */
  heard(connection: number): boolean {
    if (this.#state.kind !== 'open' || this.#state.number !== connection) return false;
    this.#heardMs = this.#components.clock.monotonic();
    return true;
  }

  /** That line is gone; true when it was ours. Another attempt is planned unless the answer was a clear no. */
  closed(connection: number, why: FetchFailure): boolean {
    const isOurs =
      (this.#state.kind === 'connecting' || this.#state.kind === 'open') && this.#state.number === connection;
    if (!isOurs) return false;
    if (why === 'denied' || why === 'absent') this.off();
    else this.#lose();
    return true;
  }

  /** All is well on this line: the next pause is short again. */
  settled(): void {
    this.#attempt = 0;
  }

  /** A gateway ended the line and wants another document to be here first. */
  sentBack(): void {
    this.#sentBack++;
  }

  /** A gateway is content with the document that is here. */
  served(): void {
    this.#sentBack = 0;
  }

  send(frame: ClientFrame): void {
    if (this.#state.kind !== 'open') return;
    this.#components.perform({ kind: 'send', connection: this.#state.number, text: JSON.stringify(frame) });
  }

  /** Gives the line up and tries another one after a pause. */
  drop(): void {
    this.#hangUp();
    this.#lose();
  }

  /** Gives the line up for good. */
  off(): void {
    this.#hangUp();
    if (this.#state.kind === 'waiting') this.#state.cancel();
    this.#state = { kind: 'off' };
    this.#cancelTick?.();
    this.#cancelTick = null;
  }

  #hangUp(): void {
    if (this.#state.kind !== 'connecting' && this.#state.kind !== 'open') return;
    this.#components.perform({ kind: 'disconnect', connection: this.#state.number });
  }

  #lose(): void {
    const { clock, random } = this.#components;
    const inMs = backoffMs(RECONNECT, this.#attempt++, random);
    const cancel = clock.after(inMs, () => this.#ask());
    this.#state = { kind: 'waiting', retryAt: clock.now() + inMs, cancel };
    this.#cancelTick?.();
    this.#cancelTick = null;
    this.#components.onLost();
  }

  #planTick(): void {
    this.#cancelTick?.();
    this.#cancelTick = this.#components.clock.after(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    if (this.#state.kind !== 'connecting' && this.#state.kind !== 'open') return;
    const silentMs = this.#components.clock.monotonic() - this.#heardMs;
    if (silentMs >= DEAD_MS) {
      this.drop();
      return;
    }
    this.#planTick();
    if (this.#state.kind !== 'open') return;
    if (silentMs >= PING_MS) this.#ping();
    this.#components.onTick();
  }

  #ping(): void {
    this.send({ kind: 'ping', nonce: ++this.#nonce });
  }
}
