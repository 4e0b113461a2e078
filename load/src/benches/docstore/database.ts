import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseMapId } from '@bough/base';
import { childrenOf, newItemId } from '@bough/map';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { SyncClient } from '@bough/sync';
import { WebSocket } from 'ws';
import { Fleet } from '../../bough/fleet.ts';
import { Visitor } from '../../bough/visitor.ts';
import { addItem, AUTHOR, newClient } from './typists.ts';

const HOOK = fileURLToPath(new URL('./database-hook.mjs', import.meta.url));
const EVERY_MS = 10;
const SETTLE_MS = 300;

/** What was asked of the gateway's database while somebody typed, and in as long a time while nobody did. */
export interface DatabaseUse {
  readonly changes: number;
  readonly operations: number;
  readonly idleOperations: number;
}

/** Lets somebody type into a map of a whole Bough, through its gateway, and counts what its database is asked meanwhile. */
export async function databaseUse(keys: number): Promise<DatabaseUse> {
  const fleet = await Fleet.start({ nodeOptions: ['--import', HOOK] });
  try {
    const { url, port } = fleet.gateway;
    const visitor = await Visitor.guest(url);
    const id = await visitor.makeMap('Typed into');
    const map = parseMapId(id);
    if (map === null) throw new Error('a gateway answers map ids');
    const name = newClient();
    const typist = new Typing(url, visitor, id, name);
    const client = new SyncClient(
      {
        clock: platformClock,
        random: platformRandom,
        notify: () => undefined,
        perform: (effect) => typist.perform(client, effect),
      },
      { map, client: name, person: AUTHOR },
    );
    client.start(null);
    while (client.status.kind !== 'live') await sleep(5);
    await sleep(SETTLE_MS);
    const count = async (): Promise<number> =>
      Number(await readFile(join(fleet.data, `database-operations-${port}`), 'utf8'));
    const idleFrom = await count();
    await sleep(keys * EVERY_MS + 2 * SETTLE_MS);
    const [before, first] = [await count(), client.seq];
    const item = newItemId(platformIds);
    const [root = null] = childrenOf(client.map, null);
    client.edit([addItem(item, root, '')]);
    for (let at = 0; at < keys; at++) {
      client.edit([{ kind: 'splice', id: item, field: 'text', at, remove: 0, insert: 'x' }]);
      await sleep(EVERY_MS);
    }
    while (client.status.unsent > 0) await sleep(5);
    await sleep(SETTLE_MS);
    const operations = (await count()) - before;
    const used = { changes: client.seq - first, operations, idleOperations: before - idleFrom };
    client.stop();
    return used;
  } finally {
    await fleet.stop();
  }
}

/** What stands around a client, over a real socket. */
class Typing {
  readonly #url: string;
  readonly #visitor: Visitor;
  readonly #map: string;
  readonly #client: string;
  #socket: WebSocket | null = null;

  constructor(url: string, visitor: Visitor, map: string, client: string) {
    this.#url = url;
    this.#client = client;
    this.#visitor = visitor;
    this.#map = map;
  }

  perform(client: SyncClient, effect: Parameters<ConstructorParameters<typeof SyncClient>[0]['perform']>[0]): void {
    if (effect.kind === 'connect') void this.#connect(client, effect.connection);
    else if (effect.kind === 'disconnect') this.#socket?.close();
    else if (effect.kind === 'send') this.#socket?.send(effect.text);
    else if (effect.kind === 'fetch') void this.#fetch(client);
    else setImmediate(() => client.stored(effect.save));
  }

  async #connect(client: SyncClient, connection: number): Promise<void> {
    const ticket = await this.#visitor.ticket(this.#map, this.#client);
    const headers = { cookie: this.#visitor.cookie, origin: this.#url };
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/api/socket`, { headers });
    this.#socket = socket;
    socket.on('open', () => client.opened(connection, ticket));
    socket.on('message', (data: Buffer) => client.received(connection, data.toString()));
    socket.on('close', () => client.closed(connection));
  }

  async #fetch(client: SyncClient): Promise<void> {
    const headers = { cookie: this.#visitor.cookie };
    const answer = await fetch(`${this.#url}/api/maps/${this.#map}/document`, { headers });
    const lineage = String(answer.headers.get('bough-lineage'));
    client.loaded({ lineage, seq: Number(answer.headers.get('bough-seq')) }, await answer.text());
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
