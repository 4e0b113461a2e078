import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Reader } from './asked.ts';

/** A way to a server that carries every byte as it comes, but for requests of one name, which can be held back: the server never saw those. */
export class HeldWay {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What lets each of those through that are held back. */
  readonly #waiting = new Set<() => void>();
  #held: string | null = null;
  /** How many more of that name. */
  #atMost = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** One that leads there; each connection gets a reader of its own. */
  static async open(to: string, reader: () => Reader): Promise<HeldWay> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Nobody has to stop it where nothing came to use it.
    server.unref();
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was asked for');
    const way = new HeldWay(server, address.port);
    const { hostname, port } = new URL(to);
    server.on('connection', (near) =>
      way.#carry(near, connect({ host: hostname, port: Number(port), noDelay: true }), reader()),
    );
    return way;
  }

  /** How many are held back, by somebody who still waits for the answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** From now on requests of this name go no further, or the next ones of them, until `release`. */
  hold(name: string, atMost = Infinity): void {
    this.#held = name;
    this.#atMost = atMost;
  }

  /** What was held back goes on, and nothing is held back any more. */
  release(): void {
    this.#held = null;
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  /** Ends every connection, and takes none. */
  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #carry(near: Socket, far: Socket, read: Reader): void {
    /** What came since a request was held back; null: nothing is. */
    let held: Buffer[] | null = null;
    const pass = (piece: Buffer): void => {
      if (far.write(piece)) return;
      near.pause();
      far.once('drain', () => near.resume());
    };
    const goOn = (): void => {
      for (const piece of held ?? []) pass(piece);
      held = null;
    };
    near.on('data', (piece) => {
      if (!Buffer.isBuffer(piece)) return;
      const names = read(piece);
      const isHeld = this.#atMost > 0 && names.some((name) => name === this.#held);
      if (isHeld) {
        this.#atMost--;
        this.#waiting.add(goOn);
      }
      if (isHeld || held !== null) held = [...(held ?? []), piece];
      else pass(piece);
    });
    near.on('end', () => far.end());
    far.pipe(near);
    const end = (): void => {
      this.#waiting.delete(goOn);
      for (const one of [near, far]) {
        this.#sockets.delete(one);
        one.destroy();
      }
    };
    for (const one of [near, far]) {
      this.#sockets.add(one);
      one.on('error', end);
      one.on('close', end);
    }
  }
}
