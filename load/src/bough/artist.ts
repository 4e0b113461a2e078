import { type ClientId, must, parseClientId, parseMapId, parsePersonId } from '@bough/base';
import { HEADERS } from '@bough/contracts';
import { mapHash } from '@bough/map';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { type ClientEffect, SyncClient } from '@bough/sync';
import { WebSocket } from 'ws';
import type { GivenPerson } from '../k6/given.ts';
import { Visitor } from './visitor.ts';

/** A message with changes, as it left. */
export interface SentLine {
  readonly atMs: number;
  readonly base: number;
  readonly changes: readonly { readonly counter: number; readonly ops: readonly unknown[] }[];
}

/** On the way to the server, and on the way back. */
const LINE_MS = 60;

/** Somebody who draws at random with the client that runs in browsers, over a line that takes its time; what leaves is recorded. */
export class Artist {
  readonly client: ClientId;
  readonly sent: SentLine[] = [];
  /** The number of each change that was heard of, by client and counter. */
  readonly seqs = new Map<string, number>();
  readonly #visitor: Visitor;
  readonly #map: string;
  readonly #sync: SyncClient;
  readonly #dice: Dice;
  readonly #memory = new Memory();
  readonly #nowMs: () => number;
  #socket: WebSocket | null = null;

  constructor(url: string, given: GivenPerson, facts: { person: string; seed: number; nowMs: () => number }) {
    this.client = mustBe(parseClientId(platformIds.short()));
    this.#visitor = Object.assign(new Visitor(url), { cookie: given.cookie, csrf: given.csrf });
    this.#map = given.map;
    this.#dice = new Dice(facts.seed);
    this.#nowMs = facts.nowMs;
    this.#sync = new SyncClient(
      {
        clock: platformClock,
        random: platformRandom,
        perform: (effect) => this.#perform(effect),
        notify: () => undefined,
      },
      { map: mustBe(parseMapId(given.map)), client: this.client, person: mustBe(parsePersonId(facts.person)) },
    );
    this.#sync.start(null);
  }

  get isLive(): boolean {
    return this.#sync.status.kind === 'live';
  }
  /** Everything is with the server. */
  get isDone(): boolean {
    return this.isLive && this.#sync.status.unsent === 0;
  }
  get seq(): number {
    return this.#sync.seq;
  }
  /** Of the map as it stands here. */
  get hash(): string {
    return mapHash(this.#sync.map);
  }

  /** One change of whatever kind. */
  draw(): void {
    const ops = randomOps(this.#dice, this.#sync.map, this.#memory);
    if (ops.length > 0) this.#sync.edit(ops);
  }

  stop(): void {
    this.#sync.stop();
    this.#socket?.terminate();
  }

  #perform(effect: ClientEffect): void {
    switch (effect.kind) {
      case 'connect':
        void this.#connect(effect.connection);
        return;
      case 'disconnect':
        this.#socket?.terminate();
        return;
      case 'send':
        this.#note(effect.text);
        setTimeout(() => this.#socket?.send(effect.text), LINE_MS);
        return;
      case 'fetch':
        void this.#fetch();
        return;
      case 'store':
        setTimeout(() => this.#sync.stored(effect.save), 0);
    }
  }

  #note(text: string): void {
    if (!text.startsWith('{"kind":"submit"')) return;
    const { base, changes } = JSON.parse(text) as SentLine;
    this.sent.push({ atMs: this.#nowMs(), base, changes });
  }

  #heard(text: string): void {
    if (!text.startsWith('{"kind":"changes"')) return;
    const { changes } = JSON.parse(text) as { changes: { seq: number; client: string; counter: number }[] };
    for (const { seq, client, counter } of changes) this.seqs.set(`${client} ${counter}`, seq);
  }

  async #connect(connection: number): Promise<void> {
    const ticket = await this.#visitor.ticket(this.#map, this.client);
    const { origin, cookie } = this.#visitor;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, { headers: { origin, cookie } });
    this.#socket = socket;
    socket.on('open', () => this.#sync.opened(connection, ticket));
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const text = data.toString('utf8');
      this.#heard(text);
      setTimeout(() => this.#sync.received(connection, text), LINE_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sync.closed(connection));
  }

  async #fetch(): Promise<void> {
    const { origin, cookie } = this.#visitor;
    const answer = await fetch(`${origin}/api/maps/${this.#map}/document`, { headers: { cookie } });
    const { headers } = answer;
    const name = { lineage: String(headers.get(HEADERS.lineage)), seq: Number(headers.get(HEADERS.seq)) };
    this.#sync.loaded(name, await answer.text());
  }
}

function mustBe<T>(value: T | null): T {
  return must(value === null ? { ok: false, error: 'an id is none' } : { ok: true, value });
}
