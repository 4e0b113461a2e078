import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What stands before several gateways in production, as small as can be: each connection goes to the next one that takes it. */
export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #targets: readonly number[];
  readonly #sockets = new Set<Socket>();
  #next = 0;

  private constructor(server: Server, port: number, targets: readonly number[]) {
    this.#server = server;
    this.port = port;
    this.#targets = targets;
    server.on('connection', (near) => this.#carry(near, 0));
  }

  /** A balancer before these ports of this machine. */
  static async before(targets: readonly number[]): Promise<Balancer> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was asked for');
    return new Balancer(server, address.port, targets);
  }

  /** Ends every connection, and takes none. */
  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #carry(near: Socket, tried: number): void {
    const target = this.#targets[this.#next++ % this.#targets.length];
    if (target === undefined || tried > this.#targets.length) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    const refused = (): void => this.#carry(near, tried + 1);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      for (const [one, two] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => two.destroy()).on('close', () => (this.#sockets.delete(one), two.destroy()));
        one.pipe(two);
      }
      near.resume();
    });
  }
}
