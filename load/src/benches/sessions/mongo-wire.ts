import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@bough/house/servers';

// MongoDB's wire protocol, as far as counting goes: a message has its length (4 bytes, little endian), two numbers of requests, and a
// code; 2013 is OP_MSG: 4 bytes of flags, then sections. The first section (kind 0) is a document whose first field is named after
// the command.

const HEADER = 16;
const OP_MSG = 2_013;
const UPDATES = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify']);

/** Stands between a program and its MongoDB and counts the commands that pass, whatever driver sent them. */
export class MongoWire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #counts = new Map<string, number>();
  readonly #port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
  }

  /** Listens in front of the database. */
  static async start(url: string): Promise<MongoWire> {
    const { hostname, port } = new URL(url);
    const own = await freePort();
    const server = createServer();
    const wire = new MongoWire(server, own);
    server.on('connection', (socket) => wire.#join(socket, connect(Number(port || '27017'), hostname)));
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  /** The address of the database of this name, through here. */
  url(database: string): string {
    return `mongodb://127.0.0.1:${this.#port}/${database}?directConnection=true`;
  }

  /** How many commands have passed that change something, and how many that read. */
  counts(): { readonly updates: number; readonly reads: number } {
    let [updates, reads] = [0, 0];
    for (const [name, count] of this.#counts) {
      if (UPDATES.has(name)) updates += count;
      if (name === 'find' || name === 'aggregate' || name === 'count') reads += count;
    }
    return { updates, reads };
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, database: Socket): void {
    let left: Buffer = Buffer.alloc(0);
    client.on('data', (data: Buffer) => {
      left = this.#read(left.length === 0 ? data : Buffer.concat([left, data]));
      database.write(data);
    });
    database.on('data', (data: Buffer) => client.write(data));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }

  /** Counts the whole messages; answers what is left. */
  #read(bytes: Buffer): Buffer {
    let from = 0;
    while (bytes.length - from >= HEADER) {
      const length = bytes.readUInt32LE(from);
      if (bytes.length - from < length) break;
      if (bytes.readUInt32LE(from + 12) === OP_MSG) this.#count(bytes.subarray(from + HEADER + 4, from + length));
      from += length;
    }
    return bytes.subarray(from);
  }

  #count(sections: Buffer): void {
    // Kind (1 byte), length of the document (4), type of its first field (1), its name.
    if (sections[0] !== 0) return;
    const name = sections.toString('latin1', 6, sections.indexOf(0, 6));
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
