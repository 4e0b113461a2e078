import { type ClientId, parseClientId, parseMapId, parsePersonId } from '@bough/base';
import { mapHash, type MindMap, type Op } from '@bough/map';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { type ClientEffect, type Saved, type ServerFrame, type StoreWrite, SyncClient } from '@bough/sync';
import { WebSocket } from 'ws';
import type { GivenPerson } from '../k6/given.ts';
import { mustBe } from './must-be.ts';
import { Refused, Visitor } from './visitor.ts';

/** A message with changes, as it left. */
export interface SentLine {
  readonly atMs: number;
  readonly base: number;
  readonly changes: readonly { readonly counter: number; readonly ops: readonly unknown[] }[];
}

/** Who it is, and who hears of what they do. */
export interface ArtistFacts {
  readonly person: string;
  readonly seed: number;
  readonly nowMs: () => number;
  /** Hears every frame that came. */
  readonly hear?: (frame: ServerFrame) => void;
  /** For each connection: what the client is given when this came. */
  readonly line?: () => (text: string) => readonly string[];
  /** Writes down what the client wants to keep: together, or nothing of it. Resolves when it is there; the client waits for that. */
  readonly write?: (writes: readonly StoreWrite[]) => Promise<void> | void;
  /** As whom it goes on that was here before; absent: it is new. */
  readonly client?: ClientId;
  /** What its browser kept of before; absent: nothing. */
  readonly saved?: Saved;
  /** False: nothing is recorded of what it sends and hears, since it goes on for hours. */
  readonly isRecorded?: boolean;
}

/** What somebody does next who looks at that map. */
export type Idea = (dice: Dice, map: MindMap, memory: Memory) => readonly Op[];

/** How a message with changes begins. */
const SUBMIT = '{"kind":"submit"';
/** On the way to the server, and on the way back. */
const LINE_MS = 60;
/** Nobody waits longer for an answer of a server that hangs. */
const PATIENCE_MS = 10_000;

/** Somebody who draws at random with the client that runs in browsers, over a line that takes its time; what leaves is recorded. */
export class Artist {
  readonly client: ClientId;
  /** What it submits while this holds is lost with its line. */
  isHeldBack = false;
  readonly sent: SentLine[] = [];
  /** The number of each change that was heard of, by client and counter. */
  readonly seqs = new Map<string, number>();
  readonly #visitor: Visitor;
  readonly #map: string;
  readonly #sync: SyncClient;
  readonly #dice: Dice;
  readonly #memory = new Memory();
  readonly #facts: ArtistFacts;
  #socket: WebSocket | null = null;
  /** The connection that was asked for and not taken back; null: none. */
  #wanted: number | null = null;

  constructor(url: string, given: GivenPerson, facts: ArtistFacts) {
    this.client = facts.client ?? mustBe(parseClientId(platformIds.short()));
    this.#visitor = Object.assign(new Visitor(url), { cookie: given.cookie, csrf: given.csrf });
    this.#map = given.map;
    this.#dice = new Dice(facts.seed);
    this.#facts = facts;
    this.#sync = new SyncClient(
      {
        clock: platformClock,
        random: platformRandom,
        perform: (effect) => this.#perform(effect),
        notify: () => undefined,
      },
      { map: mustBe(parseMapId(given.map)), client: this.client, person: mustBe(parsePersonId(facts.person)) },
    );
    this.#sync.start(facts.saved ?? null);
  }

  get isLive(): boolean {
    return this.#sync.status.kind === 'live';
  }
  /** Everything is with the server. */
  get isDone(): boolean {
    return this.isLive && this.#sync.status.unsent === 0;
  }
  /** It was sent away for good. */
  get isRefused(): boolean {
    return this.#sync.status.kind === 'refused';
  }
  get seq(): number {
    return this.#sync.seq;
  }
  /** As it stands here. */
  get map(): MindMap {
    return this.#sync.map;
  }
  get hash(): string {
    return mapHash(this.map);
  }

  /** One change, of whatever kind unless somebody has an idea; answers what it was, empty where nothing was done. */
  draw(idea: Idea = randomOps): readonly Op[] {
    const ops = idea(this.#dice, this.#sync.map, this.#memory);
    if (ops.length > 0) this.#sync.edit(ops);
    return ops;
  }

  /** Its connection breaks off; it makes another one. */
  loseLine(): void {
    this.#socket?.terminate();
  }

  stop(): void {
    this.#wanted = null;
    this.#sync.stop();
    this.#socket?.terminate();
  }

  #perform(effect: ClientEffect): void {
    switch (effect.kind) {
      case 'connect':
        this.#wanted = effect.connection;
        void this.#connect(effect.connection);
        return;
      case 'disconnect':
        this.#wanted = null;
        this.#socket?.terminate();
        return;
      case 'send': {
        // It goes with the connection that it is meant for, not with the next one.
        const socket = this.#socket;
        if (this.isHeldBack && effect.text.startsWith(SUBMIT)) return;
        this.#note(effect.text);
        setTimeout(() => socket?.send(effect.text), LINE_MS);
        return;
      }
      case 'fetch':
        void this.#fetch(effect.isRenewal);
        return;
      case 'store':
        void this.#keep(effect.save, effect.writes);
    }
  }

  async #keep(save: number, writes: readonly StoreWrite[]): Promise<void> {
    await this.#facts.write?.(writes);
    setTimeout(() => this.#sync.stored(save), 0);
  }

  #note(text: string): void {
    if (this.#facts.isRecorded === false || !text.startsWith(SUBMIT)) return;
    const { base, changes } = JSON.parse(text) as SentLine;
    this.sent.push({ atMs: this.#facts.nowMs(), base, changes });
  }

  #heard(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.kind === 'changes' && this.#facts.isRecorded !== false) {
      for (const { seq, client, counter } of frame.changes) this.seqs.set(`${client} ${counter}`, seq);
    }
    this.#facts.hear?.(frame);
  }

  async #connect(connection: number): Promise<void> {
    const { origin, cookie } = this.#visitor;
    let ticket: string;
    try {
      ticket = await this.#visitor.ticket(this.#map, this.client);
    } catch (failure) {
      this.#sync.closed(connection, whyOf(failure));
      return;
    }
    if (this.#wanted !== connection) return;
    const headers = { origin, cookie };
    const settings = { headers, handshakeTimeout: PATIENCE_MS };
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, settings);
    this.#socket = socket;
    const line = this.#facts.line?.() ?? ((text: string) => [text]);
    socket.on('open', () => this.#sync.opened(connection, ticket));
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const text = data.toString('utf8');
      this.#heard(text);
      for (const given of line(text)) setTimeout(() => this.#sync.received(connection, given), LINE_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sync.closed(connection));
  }

  async #fetch(isRenewal: boolean): Promise<void> {
    try {
      const { lineage, seq, text } = await this.#visitor.document(this.#map);
      const carrying = isRenewal ? await import('@bough/sync/carry-down') : null;
      this.#sync.loaded({ lineage: String(lineage), seq }, text, carrying?.carryDown);
    } catch (failure) {
      this.#sync.loadFailed(whyOf(failure));
    }
  }
}

/** What the page makes of an answer: only a server that says so takes a map from anybody. */
function whyOf(failure: unknown): 'absent' | 'denied' | 'unavailable' {
  const status = failure instanceof Refused ? failure.status : 0;
  if (status === 404) return 'absent';
  return status === 401 || status === 403 ? 'denied' : 'unavailable';
}
