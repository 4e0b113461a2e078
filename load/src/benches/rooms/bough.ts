import { PROTOCOL_VERSION } from '@bough/sync';
import { platformIds } from '@bough/service';
import { WebSocket } from 'ws';
import { median } from '../../benchmark.ts';
import { Fleet } from '../../bough/fleet.ts';
import { peopleInRooms } from '../../bough/people.ts';
import { inLanes, Visitor } from '../../bough/visitor.ts';
import type { GivenPerson } from '../../k6/given.ts';
import { MEMORY_HOOK } from '../../bough/live-bytes.ts';
import type { Side, Talker, World } from './world.ts';

const LANES = 8;

/** Bough as `npm start` runs it: every change is on disk before anybody sees it. */
export async function boughSide(): Promise<Side & { readonly fleet: Fleet }> {
  const fleet = await Fleet.start({ nodeOptions: MEMORY_HOOK });
  const acknowledged: number[] = [];
  return {
    name: 'Bough',
    fleet,
    arrive: async (world, hear) => await arrive(fleet.gateway.url, world, hear, acknowledged),
    processorMs: () => fleet.gateway.processorMs() + fleet.docstore.processorMs(),
    liveBytes: async () => (await fleet.gateway.liveBytes()) + (await fleet.docstore.liveBytes()),
    acknowledgedMs: () => (acknowledged.length === 0 ? null : median(acknowledged)),
    stop: async () => await fleet.stop(),
  };
}

async function arrive(
  url: string,
  { rooms, each }: World,
  hear: (text: string) => void,
  acknowledged: number[],
): Promise<readonly Talker[]> {
  const people = await peopleInRooms(url, rooms, each);
  return await inLanes(people.length, LANES, async (n) => {
    const person = people[n];
    if (person === undefined) throw new Error('nobody is left');
    return await BoughTalker.join(url, person, hear, (ms) => acknowledged.push(ms));
  });
}

/** One person on a socket; does no more than a client must, for only the servers are measured. */
export class BoughTalker implements Talker {
  readonly #client: string;
  readonly #item = platformIds.short();
  readonly #socket: WebSocket;
  readonly #onKept: (ms: number) => void;
  #seq = 0;
  #counter = 0;
  #sentMs: number | null = null;
  #waiting: unknown[] = [];
  #onArrived: () => void = () => undefined;

  private constructor(socket: WebSocket, client: string, hear: (text: string) => void, onKept: (ms: number) => void) {
    this.#socket = socket;
    this.#client = client;
    this.#onKept = onKept;
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#heard(data.toString('utf8'), hear);
    });
  }

  /** Joins the person's map. */
  static async join(
    url: string,
    person: GivenPerson,
    hear: (text: string) => void,
    onKept: (ms: number) => void,
  ): Promise<BoughTalker> {
    const visitor = new Visitor(url);
    visitor.cookie = person.cookie;
    visitor.csrf = person.csrf;
    const client = platformIds.short();
    const ticket = await visitor.ticket(person.map, client);
    const headers = { cookie: person.cookie, origin: url };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket`, { headers, perMessageDeflate: false });
    const talker = new BoughTalker(socket, client, hear, onKept);
    const arrived = new Promise<void>((resolve) => (talker.#onArrived = resolve));
    const hello = {
      kind: 'hello',
      version: PROTOCOL_VERSION,
      map: person.map,
      client,
      person: null,
      ticket,
      since: 0,
      lineage: null,
    };
    socket.on('open', () => socket.send(JSON.stringify(hello)));
    await arrived;
    return talker;
  }

  say(text: string): void {
    const fields = { text };
    const op =
      this.#counter === 0
        ? { kind: 'add', id: this.#item, parent: null, order: 'a0', fields }
        : { kind: 'set', id: this.#item, fields };
    this.#waiting.push({ counter: ++this.#counter, ops: [op] });
    this.#submit();
  }

  close(): void {
    this.#socket.terminate();
  }

  #submit(): void {
    if (this.#sentMs !== null || this.#waiting.length === 0) return;
    this.#socket.send(JSON.stringify({ kind: 'submit', base: this.#seq, changes: this.#waiting }));
    this.#waiting = [];
    this.#sentMs = performance.now();
  }

  #heard(text: string, hear: (text: string) => void): void {
    if (text.startsWith('{"kind":"welcome"')) {
      this.#seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
      this.#onArrived();
    }
    if (!text.startsWith('{"kind":"changes"')) return;
    const { changes } = JSON.parse(text) as Changes;
    for (const change of changes) {
      this.#seq = change.seq;
      if (change.client !== this.#client) hear(change.ops[0]?.fields?.text ?? '');
      else if (change.counter === this.#counter - this.#waiting.length) this.#kept();
    }
  }

  #kept(): void {
    if (this.#sentMs !== null) this.#onKept(performance.now() - this.#sentMs);
    this.#sentMs = null;
    this.#submit();
  }
}

interface Changes {
  readonly changes: readonly {
    readonly seq: number;
    readonly client: string;
    readonly counter: number;
    readonly ops: readonly { readonly fields?: { readonly text?: string } }[];
  }[];
}
