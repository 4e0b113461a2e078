import { connect } from 'node:net';

const ASK = 'GET /health HTTP/1.0\r\n\r\n';
/** Who waits so long is not counted any further. */
const LONGEST_MS = 5_000;
/** Where a server listens that was told to listen everywhere. */
const HERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' };

/**
 * Comes to this server as somebody new does, and resolves when it is answered, or never would be. New connections are taken one for each
 * turn of the event loop: where many come they wait long, though timers run in time.
 */
export function knock(host: string, port: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, HERE[host] ?? host, () => socket.write(ASK));
  // Reset, for it would be remembered for a minute else.
  const leave = (): void => void socket.resetAndDestroy();
  socket.setTimeout(LONGEST_MS, leave);
  socket.on('data', leave);
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  return promise;
}
