import { type ClientId, parseClientId, parseMapId, type PersonId } from '@bough/base';
import { HEADERS, SOCKET_PATH } from '@bough/contracts';
import { type ItemId, mapHash, newItemId } from '@bough/map';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { type ClientEffect, SyncClient } from '@bough/sync';
import { carryDown } from '@bough/sync/carry-down';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Browser } from './browser.ts';
import { PUBLIC_URL } from '../world.ts';

/** Somebody who draws on a map, live, until the test ends. */
export async function drawerOf(browser: Browser, map: string): Promise<Drawer> {
  const drawer = new Drawer(browser, map, (await browser.person()).id);
  onTestFinished(() => drawer.stop());
  drawer.start();
  await expect.poll(() => drawer.isLive, { timeout: 20_000 }).toBe(true);
  return drawer;
}

/** Somebody who draws: the client that runs in browsers, on real sockets, with a memory in place of the browser's database. */
export class Drawer {
  readonly client: SyncClient;
  /** What was in the map because this person put it there and was told that it is kept. */
  readonly kept = new Set<ItemId>();
  /** Sentences about what a person would have seen and should not: a number that went back, a kept item that was gone. */
  readonly wrongs: string[] = [];
  /** When the line was last lost, and how long each loss lasted. */
  readonly awayMs: number[] = [];
  readonly #browser: Browser;
  readonly #map: string;
  readonly #client: ClientId;
  readonly #pending = new Map<number, ItemId>();
  readonly #sockets = new Map<number, WebSocket>();
  #lostMs: number | null = null;
  #wasLive = false;
  #seq = 0;
  #lineage: string | null = null;
  #isOffline = false;

  constructor(browser: Browser, map: string, person: PersonId) {
    const [mapId, client] = [parseMapId(map), parseClientId(platformIds.short())];
    if (mapId === null || client === null) throw new Error('a map and a client have ids');
    this.#browser = browser;
    this.#map = map;
    this.#client = client;
    this.client = new SyncClient(
      {
        clock: platformClock,
        random: platformRandom,
        perform: (effect) => this.#perform(effect),
        notify: () => this.#look(),
      },
      { map: mapId, client, person },
    );
  }

  start(): void {
    this.client.start(null);
  }

  /** Adds an item with a text; answers which. */
  draw(text: string): ItemId {
    const id = newItemId(platformIds);
    const done = this.client.edit([{ kind: 'add', id, parent: null, order: 'a0', fields: { text } }]);
    if (done.ok) this.#pending.set(done.value.counter, id);
    else this.wrongs.push(`an edit was refused: ${done.error.reason}`);
    return id;
  }

  get isLive(): boolean {
    return this.client.status.kind === 'live';
  }
  /** The id under which it counts. */
  get clientId(): ClientId {
    return this.#client;
  }
  get hash(): string {
    return mapHash(this.client.map);
  }

  /** The network is gone, or back. */
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    if (!isOffline) this.client.wake();
    else for (const socket of this.#sockets.values()) socket.terminate();
  }

  stop(): void {
    this.client.stop();
    for (const socket of this.#sockets.values()) socket.terminate();
  }

  /** Everything that must hold whenever the client's state is whole. */
  #look(): void {
    const { status, seq, map, order } = this.client;
    const nowMs = performance.now();
    // Another order has numbers of its own.
    if (order.lineage !== this.#lineage) this.#seq = 0;
    this.#lineage = order.lineage;
    if (seq < this.#seq) this.wrongs.push(`number ${this.#seq} was followed by ${seq}`);
    this.#seq = seq;
    const isLive = status.kind === 'live';
    if (this.#wasLive && !isLive) this.#lostMs = nowMs;
    if (!this.#wasLive && isLive && this.#lostMs !== null) this.awayMs.push(nowMs - this.#lostMs);
    this.#wasLive = isLive;
    if (status.kind === 'refused') this.wrongs.push(`sent away: ${status.reason}`);
    if (status.kind === 'loading') return;
    for (const id of this.kept) if (!map.items.has(id)) this.wrongs.push(`a kept item is gone: ${id}`);
    if (this.client.refused.length > 0) this.wrongs.push('a change was refused');
  }

  #perform(effect: ClientEffect): void {
    switch (effect.kind) {
      case 'connect':
        void this.#connect(effect.connection);
        return;
      case 'disconnect':
        this.#sockets.get(effect.connection)?.terminate();
        return;
      case 'send':
        this.#sockets.get(effect.connection)?.send(effect.text);
        return;
      case 'fetch':
        void this.#fetch();
        return;
      case 'store':
        for (const write of effect.writes) {
          const item = write.kind === 'acknowledged' ? this.#pending.get(write.change.counter) : undefined;
          if (item !== undefined) this.kept.add(item);
        }
        setTimeout(() => this.client.stored(effect.save), 0);
    }
  }

  async #connect(connection: number): Promise<void> {
    try {
      if (this.#isOffline) throw new Error('the network is gone');
      const { json } = await this.#browser.must('POST', `/api/maps/${this.#map}/ticket?client=${this.#client}`);
      const ticket = String(json.ticket);
      const ws = new WebSocket(`ws://127.0.0.1:${this.#browser.gateway.port}${SOCKET_PATH}`, {
        headers: { origin: PUBLIC_URL, cookie: this.#browser.cookie },
      });
      this.#sockets.set(connection, ws);
      ws.on('open', () => this.client.opened(connection, ticket));
      ws.on('message', (data) => {
        if (Buffer.isBuffer(data)) this.client.received(connection, data.toString('utf8'));
      });
      ws.on('error', () => undefined);
      ws.on('close', () => {
        this.#sockets.delete(connection);
        this.client.closed(connection);
      });
    } catch {
      this.client.closed(connection);
    }
  }

  async #fetch(): Promise<void> {
    try {
      const { headers, text } = await this.#browser.must('GET', `/api/maps/${this.#map}/document`);
      const name = { lineage: String(headers[HEADERS.lineage]), seq: Number(headers[HEADERS.seq]) };
      this.client.loaded(name, text, carryDown);
    } catch {
      this.client.loadFailed('unavailable');
    }
  }
}

/** Draws an item, and waits until it is kept. */
export async function drawn(drawer: Drawer, text: string): Promise<void> {
  drawer.draw(text);
  await expect.poll(() => drawer.client.status.unsent, { timeout: 20_000 }).toBe(0);
  expect(drawer.wrongs).toEqual([]);
}

/** The words of all items that they see, in order. */
export function textsOf(drawer: Drawer): readonly string[] {
  return [...drawer.client.map.items.values()].map(({ text }) => text).toSorted();
}
