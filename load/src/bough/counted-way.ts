import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { SocketPairs } from '@bough/house/servers';
import type { Reader } from './asked.ts';

/** A way to a server that carries every byte as it comes, and counts what is asked. */
export class CountedWay {
  readonly url: string;
  readonly #server: Server;
  readonly #pairs = new SocketPairs();
  readonly #counts = new Map<string, number>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** One that leads there; each connection gets a reader of its own. */
  static async open(to: string, reader: () => Reader): Promise<CountedWay> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was asked for');
    const way = new CountedWay(server, address.port);
    const { hostname, port } = new URL(to);
    server.on('connection', (near) => {
      const far = connect({ host: hostname, port: Number(port), noDelay: true });
      const read = reader();
      near.on('data', (piece) => {
        for (const name of Buffer.isBuffer(piece) ? read(piece) : [])
          way.#counts.set(name, (way.#counts.get(name) ?? 0) + 1);
      });
      way.#pairs.join(near, far);
    });
    return way;
  }

  /** How often each was asked so far, by its name. */
  get counts(): ReadonlyMap<string, number> {
    return new Map(this.#counts);
  }

  /** Ends every connection, and takes none. */
  stop(): void {
    this.#server.close();
    this.#pairs.end();
  }
}
