import { connect } from 'node:net';
import { platformClock } from '../process/platform.ts';

const ASK = 'GET /health HTTP/1.0\r\n\r\n';
/** Who waits so long is not counted any further. */
const LONGEST_MS = 5_000;
/** Where a server is reached that listens everywhere: on all of IPv6 it listens on IPv4, too, also on a machine that has no ::1. */
const HERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' };

/**
 * Comes to a server that listens on this address as somebody new does, and resolves when it is answered, or never would be. New connections
 * are taken one for each turn of the event loop: where many come they wait long, though timers run in time.
 */
export function knock(address: string, port: number, longestMs = LONGEST_MS): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, HERE[address] ?? address, () => socket.write(ASK));
  // A reset would wait for the connection that it resets.
  const cancel = platformClock.after(longestMs, () => socket.destroy());
  // Reset, for it would be remembered for a minute else.
  socket.on('data', () => void socket.resetAndDestroy());
  socket.on('error', () => undefined);
  socket.on('close', () => {
    cancel();
    resolve();
  });
  return promise;
}
