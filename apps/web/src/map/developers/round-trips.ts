import type { LineFacts } from '@bough/editor';
import { percentile } from './frame-times.ts';

// How long a frame takes to the gateway and back, on the map's own socket. A ping is a frame of the protocol, which the gateway answers at
// once; its answer tells the map only what it knows. The map's own pings have small numbers.

const FIRST_NONCE = 1_000_000_000;
/** So often one is sent, and not before the last one was answered. */
const EVERY_MS = 2_000;
/** So many are remembered. */
const MOST = 30;
const PONG = /^\{"kind":"pong","nonce":([0-9]{10,16}),/;

/** What came of the pings so far. */
export interface RoundTrips {
  readonly lastMs: number | null;
  readonly p50: number | null;
  readonly worstMs: number | null;
  /** How long the one on its way has been on it; null: none is. */
  readonly waitingMs: number | null;
}

/** Sends pings while it is looked at, from when it is made until it is stopped. */
export class RoundTripWatch {
  #socket: WebSocket | null = null;
  #nonce = FIRST_NONCE;
  #sentMs = Number.NEGATIVE_INFINITY;
  #isWaiting = false;
  #took: number[] = [];

  /** To be called a few times a second with the line as it is; `isLive`: the gateway has greeted. */
  look(line: LineFacts | null, isLive: boolean): RoundTrips {
    const socket = line?.socket ?? null;
    if (socket !== this.#socket) this.#turnTo(socket);
    const nowMs = performance.now();
    if (isLive && socket?.readyState === WebSocket.OPEN && !this.#isWaiting && nowMs - this.#sentMs >= EVERY_MS) {
      this.#sentMs = nowMs;
      this.#isWaiting = true;
      socket.send(JSON.stringify({ kind: 'ping', nonce: ++this.#nonce }));
    }
    const isKnown = this.#took.length > 0;
    return {
      lastMs: this.#took.at(-1) ?? null,
      p50: isKnown ? percentile(this.#took, 0.5) : null,
      worstMs: isKnown ? Math.max(...this.#took) : null,
      waitingMs: this.#isWaiting ? nowMs - this.#sentMs : null,
    };
  }

  stop(): void {
    this.#turnTo(null);
  }

  #turnTo(socket: WebSocket | null): void {
    this.#socket?.removeEventListener('message', this.#heard);
    this.#socket = socket;
    this.#isWaiting = false;
    socket?.addEventListener('message', this.#heard);
  }

  readonly #heard = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'string' || nonceIn(data) !== this.#nonce) return;
    this.#isWaiting = false;
    this.#took = [...this.#took, performance.now() - this.#sentMs].slice(-MOST);
  };
}

/** The number of the ping that the frame answers; null: it answers none of ours. */
export function nonceIn(frame: string): number | null {
  const [, nonce] = PONG.exec(frame) ?? [];
  return nonce === undefined ? null : Number(nonce);
}
