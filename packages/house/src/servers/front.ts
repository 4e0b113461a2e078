import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { SocketPairs } from './socket-pairs.ts';

/** What stands before several gateways: each connection goes to the next one that takes it. */
export class Front {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new SocketPairs();
  #ports: readonly number[] = [];
  #next = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (near) => this.#carry(near, 0));
  }

  /** One that leads nowhere yet: its address is what gateways are told as theirs. */
  static async open(): Promise<Front> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port was asked for');
    return new Front(server, address.port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Leads to these ports of this machine from now on. */
  leadTo(ports: readonly number[]): void {
    this.#ports = ports;
  }

  /** Ends every connection, and takes none. */
  stop(): void {
    this.#server.close();
    this.#pairs.end();
  }

  #carry(near: Socket, tried: number): void {
    const port = this.#ports[this.#next++ % this.#ports.length];
    if (port === undefined || tried > this.#ports.length) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const refused = (): void => this.#carry(near, tried + 1);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      this.#pairs.join(near, far);
      near.resume();
    });
  }
}
