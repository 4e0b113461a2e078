import type { ClientId, Clock, MapId, PersonId, Random } from '@bough/base';
import { type ClientEffect, type ClientEvent, type Saved, SyncClient } from '@bough/sync';
import type { LineFacts } from '../core/ports/open-map.ts';
import { handOver, takeBack } from './handed-over.ts';
import { lockName } from './journal-database.ts';
import type { JournalStore } from './journal-store.ts';
import type { MapApi } from './map-api.ts';

export interface MapLinkComponents {
  readonly api: MapApi;
  readonly clock: Clock;
  readonly random: Random;
  /** null: nothing is kept over a reload. */
  readonly store: JournalStore | null;
  readonly notify: (event: ClientEvent) => void;
}

export interface MapLinkSettings {
  readonly map: MapId;
  readonly client: ClientId;
  readonly person: PersonId;
}

type StoreEffect = ClientEffect & { readonly kind: 'store' };

/** A SyncClient with its edge: one socket at a time, the document by HTTP, the journal in the browser's database. */
export class MapLink {
  readonly client: SyncClient;
  readonly #components: MapLinkComponents;
  readonly #settings: MapLinkSettings;
  #socket: { readonly connection: number; readonly socket: WebSocket } | null = null;
  #wanted = -1;
  #attempts = 0;
  #isStopped = false;
  #writing: Promise<void> = Promise.resolve();
  #isKept: boolean;
  /** What the database has not finished, the oldest first. */
  #underWay: readonly StoreEffect[] = [];
  /** The last one of them when they were handed over. */
  #handedOver: StoreEffect | undefined;

  constructor(components: MapLinkComponents, settings: MapLinkSettings) {
    this.#components = components;
    this.#settings = settings;
    this.#isKept = components.store !== null;
    const { clock, random, notify } = components;
    this.client = new SyncClient({ clock, random, notify, perform: (effect) => this.#perform(effect) }, settings);
  }

  /** Whether what is unsent survives a reload: false once the browser would not store it. */
  get isKept(): boolean {
    return this.#isKept;
  }

  get line(): LineFacts {
    const { seq, order, acknowledged, map } = this.client;
    return {
      socket: this.#socket?.socket ?? null,
      attempts: this.#attempts,
      ...{ lineage: order.lineage, seq, items: map.items.size },
      unmirrored: order.mirrored === null ? null : acknowledged.length,
    };
  }

  /** The network is gone, and the browser knows it before the socket does. */
  cutOff(): void {
    const connection = this.#socket?.connection ?? this.#wanted;
    if (connection < 0 || this.#isStopped) return;
    this.#wanted = -1;
    this.#hangUp();
    this.client.closed(connection);
  }

  /** The page may go now: what the database has not finished is written down beside it. */
  leave(): void {
    this.client.leave();
    const { map, client, person } = this.#settings;
    const writes = this.#underWay.flatMap((effect) => effect.writes);
    if (handOver(lockName(map, client), person, writes)) this.#handedOver = this.#underWay.at(-1);
  }

  start(saved: Saved | null): void {
    this.client.start(saved);
  }

  /** Ends the line; resolves when everything that was to be written is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.client.stop();
    this.#hangUp();
    await this.#writing;
  }

  #perform(effect: ClientEffect): void {
    switch (effect.kind) {
      case 'connect':
        this.#wanted = effect.connection;
        this.#attempts++;
        void this.#connect(effect.connection);
        return;
      case 'disconnect':
        if (this.#wanted === effect.connection) this.#wanted = -1;
        if (this.#socket?.connection === effect.connection) this.#hangUp();
        return;
      case 'send':
        if (this.#socket?.connection === effect.connection) this.#socket.socket.send(effect.text);
        return;
      case 'fetch':
        void this.#fetch(effect.isRenewal);
        return;
      case 'store':
        this.#begin(effect);
    }
  }

  /** Begins at once, whatever is under way: the database keeps the order, and a page that goes has no time to wait. */
  #begin(effect: StoreEffect): void {
    const stored = this.#store(effect);
    this.#writing = this.#writing.then(() => stored);
  }

  async #connect(connection: number): Promise<void> {
    const ticket = await this.#components.api.ticket(this.#settings.client);
    if (this.#isStopped || this.#wanted !== connection) return;
    if (!ticket.ok) {
      this.client.closed(connection, ticket.error.kind);
      return;
    }
    const socket = new WebSocket(this.#components.api.socketUrl);
    this.#socket = { connection, socket };
    socket.addEventListener('open', () => this.client.opened(connection, ticket.value));
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'string') this.client.received(connection, event.data);
    });
    socket.addEventListener('close', () => {
      if (this.#socket?.connection !== connection) return;
      this.#socket = null;
      if (!this.#isStopped) this.client.closed(connection);
    });
  }

  async #fetch(isRenewal: boolean): Promise<void> {
    // Where the code does not come, the client asks again.
    const code = isRenewal ? import('@bough/sync/carry-down').catch(() => undefined) : undefined;
    const [answer, carrying] = await Promise.all([this.#components.api.document(), code]);
    if (this.#isStopped) return;
    if (answer.ok) this.client.loaded(answer.value, answer.value.text, carrying?.carryDown);
    else this.client.loadFailed(answer.error.kind);
  }

  /** Where the browser keeps nothing, the answer comes all the same: the work goes on, and is safe once it is sent. */
  async #store(effect: StoreEffect): Promise<void> {
    const { store } = this.#components;
    const { map, client, person } = this.#settings;
    this.#underWay = [...this.#underWay, effect];
    try {
      await store?.write({ map, client }, person, effect.writes);
      if (effect === this.#handedOver) takeBack(lockName(map, client));
      this.#tellKept(store !== null);
    } catch {
      this.#tellKept(false);
      // A full disk, or data that the person cleared while the page was open: as without a store.
    }
    this.#underWay = this.#underWay.filter((each) => each !== effect);
    if (!this.#isStopped) this.client.stored(effect.save);
  }

  #tellKept(isKept: boolean): void {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#components.notify({ kind: 'status' });
  }

  #hangUp(): void {
    const socket = this.#socket?.socket;
    this.#socket = null;
    socket?.close();
  }
}
