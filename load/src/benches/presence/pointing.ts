import { platformIds } from '@bough/service';
import { NOBODY_HERE, PROTOCOL_VERSION } from '@bough/sync';
import { WebSocket } from 'ws';
import type { Visitor } from '../../bough/visitor.ts';

/** Between two words of a browser's pointer. */
const EVERY_MS = 50;
/** As far as the pointer goes from one word to the next, and at what height: one at which no other pointer is (k6/rooms.ts). */
const STEP = 3;
const HEIGHT = -202;
const FIRST = -360;

/** Somebody whose pointer goes to the right, one step a word: where it is seen says which of its words has been heard. */
export class Pointing {
  /** When each word left. */
  readonly sentMs: number[] = [];
  readonly #socket: WebSocket;
  #timer: NodeJS.Timeout | null = null;
  #x = FIRST;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async at(visitor: Visitor, map: string): Promise<Pointing> {
    const client = platformIds.short();
    const ticket = await visitor.ticket(map, client);
    const { cookie, origin } = visitor;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket`, { headers: { cookie, origin } });
    await new Promise((open, fail) => socket.once('open', open).once('error', fail));
    const welcome = new Promise<void>((resolve) => {
      socket.on('message', (text) => {
        if (text instanceof Buffer && text.toString().startsWith('{"kind":"welcome"')) resolve();
      });
    });
    const hello = { kind: 'hello', version: PROTOCOL_VERSION, map, client, person: null, ticket, since: 0 };
    socket.send(JSON.stringify({ ...hello, lineage: null }));
    await welcome;
    return new Pointing(socket);
  }

  /** Goes back to where it began, from which it does not leave the screen within some seconds. */
  beginAgain(): void {
    this.#x = FIRST;
  }

  /** One word: the pointer is a step further. */
  point(): void {
    const cursor = { item: null, x: this.#x, y: HEIGHT };
    this.#x += STEP;
    this.sentMs.push(Date.now());
    const state = { ...NOBODY_HERE, cursor };
    this.#socket.send(JSON.stringify({ kind: 'presence', state }));
  }

  /** Goes on for so long. */
  async goOn(forMs: number): Promise<void> {
    this.#timer = setInterval(() => this.point(), EVERY_MS);
    await new Promise((done) => setTimeout(done, forMs));
    clearInterval(this.#timer);
    this.#timer = null;
  }

  leave(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#socket.terminate();
  }
}
