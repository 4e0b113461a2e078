import { err, type MapId, ok, type Result } from '@bough/base';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { type ItemId, newItemId, type Op } from '@bough/map';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import {
  type ClientEffect,
  type DocumentFailure,
  type DocumentPort,
  parseClientFrame,
  Room,
  type RoomSession,
  SyncClient,
} from '@bough/sync';
import type { Docstore } from './running.ts';
import { addItem, AUTHOR, newClient } from './typists.ts';

// People at their keyboards as they really are: the product's own client and room, with docstore behind; only sockets and the
// browser's store are left out. Each types into an item of their own, key by key.

const KEYS_PER_ITEM = 60;

/** What a crowd has done. */
export interface Typed {
  readonly keys: number;
  /** Changes that the log has of it: the client joins keys that wait together. */
  readonly changes: number;
}

/** Lets so many people type; resolves when all of it is durable and known to everybody. */
export async function typeTogether(
  docstore: Docstore,
  map: MapId,
  root: ItemId,
  pace: { readonly people: number; readonly perSecond: number; readonly seconds: number },
): Promise<Typed> {
  const room = new Room(
    {
      clock: platformClock,
      random: platformRandom,
      documents: portOf(docstore, map),
      publish: () => undefined,
      onRenewed: () => undefined,
    },
    { map },
  );
  const people = Array.from({ length: pace.people }, () => new Person(docstore, map, room));
  while (!people.every((person) => person.isLive)) await sleep(5);
  const before = people[0]?.client.seq ?? 0;
  const everyMs = 1_000 / pace.perSecond;
  const keys = pace.perSecond * pace.seconds;
  await Promise.all(people.map((person) => person.type(root, keys, everyMs)));
  while (!people.every((person) => person.isDone)) await sleep(5);
  const last = Math.max(...people.map((person) => person.client.seq));
  for (const person of people) person.client.stop();
  room.close();
  return { keys: keys * pace.people, changes: last - before };
}

class Person {
  readonly client: SyncClient;
  readonly #docstore: Docstore;
  readonly #map: MapId;
  readonly #room: Room;
  #session: RoomSession | null = null;

  constructor(docstore: Docstore, map: MapId, room: Room) {
    this.#docstore = docstore;
    this.#map = map;
    this.#room = room;
    this.client = new SyncClient(
      {
        clock: platformClock,
        random: platformRandom,
        perform: (effect) => this.#perform(effect),
        notify: () => undefined,
      },
      { map, client: newClient(), person: AUTHOR },
    );
    this.client.start(null);
  }

  get isLive(): boolean {
    return this.client.status.kind === 'live';
  }
  get isDone(): boolean {
    return this.isLive && this.client.status.unsent === 0;
  }

  async type(root: ItemId, keys: number, everyMs: number): Promise<void> {
    await sleep(Math.random() * everyMs);
    const startedMs = performance.now();
    let item = root;
    for (let key = 0; key < keys; key++) {
      const at = key % KEYS_PER_ITEM;
      if (at === 0) item = newItemId(platformIds);
      const op: Op =
        at === 0
          ? addItem(item, root, '')
          : { kind: 'splice', id: item, field: 'text', at: at - 1, remove: 0, insert: 'x' };
      const edited = this.client.edit([op], { step: `typing:${item}` });
      if (!edited.ok) throw new Error(`an edit was refused: ${edited.error.detail}`);
      await sleep(Math.max(0, startedMs + (key + 1) * everyMs - performance.now()));
    }
  }

  #perform(effect: ClientEffect): void {
    switch (effect.kind) {
      case 'connect':
        later(() => this.client.opened(effect.connection, 'ticket'));
        return;
      case 'disconnect':
        if (this.#session !== null) this.#room.left(this.#session);
        this.#session = null;
        return;
      case 'send':
        later(() => this.#toRoom(effect.connection, effect.text));
        return;
      case 'fetch':
        void this.#fetch();
        return;
      case 'store':
        later(() => this.client.stored(effect.save));
        return;
    }
  }

  #toRoom(connection: number, text: string): void {
    if (this.#session !== null) {
      this.#room.received(this.#session, text);
      return;
    }
    const frame = parseClientFrame(text);
    if (!frame.ok || frame.value.kind !== 'hello') throw new Error('a client says hello first');
    const socket = {
      send: (said: string) => later(() => this.client.received(connection, said)),
      bufferedBytes: () => 0,
      close: () => later(() => this.client.closed(connection)),
    };
    const visitor = { person: AUTHOR, formerly: null, name: 'somebody', hue: 0, role: 'edit' } as const;
    this.#session = this.#room.join(socket, frame.value, visitor);
  }

  async #fetch(): Promise<void> {
    const params = { map: this.#map, known: null, at: null, encoding: null };
    const answer = await this.#docstore.call(docstoreRoutes.readDocument, { params });
    if (answer.kind !== 'bytes') return;
    const { lineage, seq, bytes } = answer;
    this.client.loaded({ lineage: lineage ?? '', seq: seq ?? 0 }, Buffer.from(bytes).toString());
  }
}

/** Docstore as the gateway's rooms see it. */
function portOf(docstore: Docstore, map: MapId): DocumentPort {
  const ask = <T>(work: Promise<T>, answer: (result: Result<T, DocumentFailure>) => void): void => {
    work.then(
      (value) => answer(ok(value)),
      (failure: unknown) => answer(err({ kind: 'unavailable', detail: String(failure) })),
    );
  };
  return {
    append: (_writer, base, changes, answer) => {
      const kept = docstore.call(docstoreRoutes.appendChanges, {
        params: { map },
        body: { base: base.seq, lineage: base.lineage, changes },
      });
      ask(kept, answer);
    },
    read: (from, to, answer) => {
      ask(docstore.call(docstoreRoutes.readChanges, { params: { map, from, to } }), answer);
    },
    state: (writer, answer) => {
      ask(docstore.call(docstoreRoutes.documentState, { params: { map, ...(writer ?? OF_NOBODY) } }), answer);
    },
  };
}

function later(run: () => void): void {
  setImmediate(run);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
