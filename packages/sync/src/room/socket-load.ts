import { PROTOCOL_LIMITS } from '../wire/protocol.ts';
import type { RoomSocket } from './room-types.ts';

/**
 * The one place that decides on bytes waiting for a socket, whatever they are: frames that the network has not taken, refusals that
 * wait for the changes before them, and what the socket submitted that is not done with. What can wait, or be left out, is sent or
 * taken while there is room; when too much waits, the socket is better closed: its client comes back and catches up at its own pace.
 */
export class SocketLoad {
  readonly #socket: Pick<RoomSocket, 'bufferedBytes'>;
  #held = 0;

  constructor(socket: Pick<RoomSocket, 'bufferedBytes'>) {
    this.#socket = socket;
  }

  /** Whether there is room for what need not be sent or taken now: presence, pages of history, submits behind the first. */
  hasRoom(more = 0): boolean {
    return this.#waiting + more <= PROTOCOL_LIMITS.presenceDroppedBytes;
  }

  /** Whether so much waits that the socket is closed. */
  get isTooMuch(): boolean {
    return this.#waiting > PROTOCOL_LIMITS.closedBytes;
  }

  /** So much more is held here for the socket; negative: less. */
  hold(bytes: number): void {
    this.#held += bytes;
  }

  get #waiting(): number {
    return this.#socket.bufferedBytes() + this.#held;
  }
}
