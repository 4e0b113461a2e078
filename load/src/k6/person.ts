import http from 'k6/http';
import { WebSocket } from 'k6/websockets';
import type { GivenPerson } from './given.ts';

/** The version of the protocol that the gateway of this checkout speaks. */
export const VERSION = Number(__ENV['PROTOCOL']);
const LOOK_MS = 50;
/** `readyState` of a socket that can be written to. */
const OPEN = 1;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Told what a person's socket brings. */
export interface Hears {
  readonly welcome: () => void;
  /** A frame of what others show. */
  readonly shown: (text: string) => void;
  /** Changes of the map, own ones included. */
  readonly changes: (text: string) => void;
  /** The own change with this counter is kept, so long after it was submitted. */
  readonly kept: (afterMs: number) => void;
  readonly refused: (text: string) => void;
  readonly closed: () => void;
}

/** One person at one map, on a socket, as the page is. */
export class Person {
  readonly client: string;
  readonly item = shortId();
  readonly #url: string;
  readonly #given: GivenPerson;
  readonly #hears: Hears;
  #socket: WebSocket | null = null;
  #seq = 0;
  #counter = 0;
  #keptUpTo = 0;
  #typed = 0;
  #isThere = false;
  #isLeaving = false;
  #lineage: string | null = null;
  /** Under way: a client has one submit at a time. */
  #sent: { readonly counter: number; readonly atMs: number; readonly changes: readonly unknown[] } | null = null;
  #waiting: unknown[] = [];

  constructor(url: string, given: GivenPerson, hears: Hears, client = shortId()) {
    this.client = client;
    this.#url = url;
    this.#given = given;
    this.#hears = hears;
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  /** Changes that were made. */
  get made(): number {
    return this.#counter;
  }

  /** Changes that were made and are not known to be kept. */
  get unkept(): number {
    return this.#counter - this.#keptUpTo;
  }

  /** Opens a socket, after another one was closed, too, and sends what is not known to be kept. Nobody waits for it. */
  async come(): Promise<void> {
    const ticket = await askForTicket(this.#url, this.#given, this.client);
    if (ticket === null) this.#hears.closed();
    else this.comeWith(ticket);
  }

  /** The same with a ticket that was asked for before. */
  comeWith(ticket: string): void {
    if (!this.#isLeaving) this.#socket = this.#open(ticket);
  }

  /** Shows the pointer at a place. */
  point(x: number, y: number): void {
    this.#send(
      `{"kind":"presence","state":{"cursor":{"item":null,"x":${x},"y":${y}},"selection":[],"editing":null,"dragged":[],"follows":null,"view":null,"slide":null}}`,
    );
  }

  /** Says that it is there. */
  ping(): void {
    this.#send('{"kind":"ping","nonce":1}');
  }

  /** Changes the map: makes an item, types into it (`mark` is what others find), now and then drags it. */
  change(mark: string): void {
    this.#waiting.push({ counter: ++this.#counter, ops: [this.#nextOp(mark)] });
    this.#submit();
  }

  /** Leaves; a socket that is not open yet is closed when it is: k6 waits for ever where it is closed before. */
  close(): void {
    this.#isLeaving = true;
    if (this.#socket?.readyState === OPEN) this.#socket.close();
  }

  #open(ticket: string): WebSocket {
    const headers = { cookie: this.#given.cookie, origin: this.#url };
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/api/socket`, null, { headers });
    socket.addEventListener('open', () => {
      if (this.#isLeaving) {
        socket.close();
        return;
      }
      const hello = {
        kind: 'hello',
        version: VERSION,
        map: this.#given.map,
        client: this.client,
        person: null,
        ticket,
        since: this.#seq,
        lineage: this.#lineage,
      };
      socket.send(JSON.stringify(hello));
    });
    socket.addEventListener('message', (event) => {
      if ('data' in event && typeof event.data === 'string') this.#heard(event.data);
    });
    socket.addEventListener('close', () => {
      this.#isThere = false;
      this.#hears.closed();
    });
    socket.addEventListener('error', (event) => {
      if ('error' in event) console.log(`a socket failed: ${event.error}`);
    });
    return socket;
  }

  #nextOp(mark: string): unknown {
    if (this.#counter === 1) {
      this.#typed = mark.length;
      return { kind: 'add', id: this.item, parent: null, order: 'a0', fields: { text: mark } };
    }
    if (this.#counter % 4 === 0) {
      return { kind: 'set', id: this.item, fields: { offset: { x: this.#counter % 500, y: 40 } } };
    }
    const typed = { kind: 'splice', id: this.item, field: 'text', at: 0, remove: this.#typed, insert: mark };
    this.#typed = mark.length;
    return typed;
  }

  #submit(): void {
    if (this.#sent !== null || this.#waiting.length === 0 || !this.#isThere) return;
    this.#sent = { counter: this.#counter, atMs: Date.now(), changes: this.#waiting };
    this.#waiting = [];
    this.#sendAgain();
  }

  #sendAgain(): void {
    if (this.#sent !== null)
      this.#send(JSON.stringify({ kind: 'submit', base: this.#seq, changes: this.#sent.changes }));
  }

  #heard(text: string): void {
    if (text.startsWith('{"kind":"peer')) {
      this.#hears.shown(text);
    } else if (text.startsWith('{"kind":"changes"')) {
      this.#took(text);
    } else if (text.startsWith('{"kind":"welcome"')) {
      this.#welcomed(JSON.parse(text));
    } else if (text.startsWith('{"kind":"refused"')) {
      this.#hears.refused(text);
    } else if (text.startsWith('{"kind":"bye"') && !text.includes('"reason":"restart"')) {
      console.log(`goodbye: ${text}`);
    }
  }

  #welcomed(welcome: { seq: number; counter: number; lineages: readonly { id: string }[] }): void {
    this.#seq = Math.max(this.#seq, welcome.seq);
    this.#lineage = welcome.lineages.at(-1)?.id ?? null;
    this.#isThere = true;
    if (this.#sent !== null && welcome.counter >= this.#sent.counter) this.#kept(this.#sent);
    else this.#sendAgain();
    this.#hears.welcome();
    this.#submit();
  }

  #kept({ counter, atMs }: { readonly counter: number; readonly atMs: number }): void {
    this.#sent = null;
    this.#keptUpTo = counter;
    this.#hears.kept(Date.now() - atMs);
  }

  #took(text: string): void {
    this.#seq = Math.max(this.#seq, numberAfter(text, '"seq":'));
    this.#hears.changes(text);
    const sent = this.#sent;
    if (sent === null || !text.includes(this.client)) return;
    const frame = JSON.parse(text) as { changes: { client: string; counter: number }[] };
    if (!frame.changes.some((change) => change.client === this.client && change.counter >= sent.counter)) return;
    this.#kept(sent);
    this.#submit();
  }

  #send(text: string): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(text);
  }
}

/** Calls when all that these people made is kept, or nobody waits any longer, with how many changes are not. */
export function whenKept(people: readonly Person[], latestMs: number, done: (left: number) => void): void {
  const left = people.reduce((sum, person) => sum + person.unkept, 0);
  if (left > 0 && Date.now() < latestMs) setTimeout(() => whenKept(people, latestMs, done), LOOK_MS);
  else done(left);
}

/** A ticket for one socket of this client at the person's map; null: none was given. */
export async function askForTicket(url: string, given: GivenPerson, client: string): Promise<string | null> {
  const headers = { cookie: given.cookie, origin: url, 'bough-csrf': given.csrf };
  const answer = await http.asyncRequest('POST', `${url}/api/maps/${given.map}/ticket?client=${client}`, null, {
    headers,
    responseType: 'text',
    tags: { name: 'ticket' },
  });
  const ticket = answer.status === 200 ? answer.json('ticket') : null;
  return typeof ticket === 'string' ? ticket : null;
}

/** The last number that stands after this word. */
function numberAfter(text: string, word: string): number {
  return parseInt(text.slice(text.lastIndexOf(word) + word.length, text.lastIndexOf(word) + word.length + 15), 10);
}

/** A client's id. */
export function shortId(): string {
  let id = '';
  for (let at = 0; at < 12; at++) id += LETTERS[Math.floor(Math.random() * LETTERS.length)] ?? 'A';
  return id;
}
