import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@bough/house/servers';

/** A port in front of a server, on loopback: it can be shut, so that nobody connects, frozen, so that nothing is answered, and opened again. */
export class Door {
  readonly #to: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port: number | null = null;
  #isFrozen = false;

  constructor(to: number) {
    this.#to = to;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#isFrozen = false;
    if (this.#server !== null) return;
    const server = createServer((socket) => this.#enter(socket));
    this.#server = server;
    // Not one that the system gives out: while it is shut, it would be given to whoever connects somewhere.
    this.#port ??= await freePort();
    await once(server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  /** As if the process had been killed: connections break, new ones are refused. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** As if the process had been stopped: connections are made, nothing is answered, not even on those that were there. */
  freeze(): void {
    this.#isFrozen = true;
  }

  #enter(socket: Socket): void {
    const inner = connect(this.#to, '127.0.0.1');
    for (const each of [socket, inner]) {
      this.#sockets.add(each);
      const other = each === socket ? inner : socket;
      each.on('error', () => undefined);
      each.on('close', () => {
        this.#sockets.delete(each);
        other.destroy();
      });
      each.on('data', (chunk) => {
        if (!this.#isFrozen) other.write(chunk);
      });
    }
  }
}
