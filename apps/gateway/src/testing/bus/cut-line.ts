import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@bough/house/servers';

/** A line to a server on this machine that can be cut and mended. */
export class CutLine {
  readonly url: string;
  readonly #target: URL;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #server: Server;

  private constructor(server: Server, target: URL, port: number) {
    this.#server = server;
    this.#target = target;
    this.#port = port;
    const url = new URL(target);
    url.host = `127.0.0.1:${port}`;
    this.url = url.href;
    this.#carry();
  }

  /** A line to the server of this address. */
  static async to(url: string): Promise<CutLine> {
    // Not one that the system gives out: while it is cut, it would be given to whoever connects somewhere.
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new CutLine(server, new URL(url), port);
  }

  /** Ends every connection and takes none. */
  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Takes connections again. */
  async mend(): Promise<void> {
    this.#server = createServer().listen(this.#port, '127.0.0.1');
    this.#carry();
    await once(this.#server, 'listening');
  }

  #carry(): void {
    this.#server.on('connection', (near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, two] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => two.destroy()).on('close', () => (this.#sockets.delete(one), two.destroy()));
        one.pipe(two);
      }
    });
  }
}
