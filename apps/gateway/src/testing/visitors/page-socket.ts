import { once } from 'node:events';
import { SOCKET_PATH } from '@bough/contracts';
import { platformIds } from '@bough/service';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION, type ServerFrame } from '@bough/sync';
import { WebSocket } from 'ws';
import type { Browser } from './browser.ts';
import { until } from '../until.ts';
import { PUBLIC_URL } from '../world.ts';

const MOST = PROTOCOL_LIMITS.submitChanges;

/** The page's end of a socket, with everything that came. */
export class PageSocket {
  readonly frames: ServerFrame[] = [];
  readonly ws: WebSocket;
  readonly client: string;
  /** The code of its end, once there is one. */
  closed: number | null = null;
  #counter = 0;
  #seqBefore = 0;

  private constructor(ws: WebSocket, client: string) {
    this.ws = ws;
    this.client = client;
    ws.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.frames.push(JSON.parse(data.toString('utf8')));
    });
    ws.on('close', (code) => {
      this.closed = code;
    });
    ws.on('error', () => undefined);
  }

  /** Opens a socket; answers the status of a refusal. */
  static async tryOpen(
    browser: Browser,
    headers: Readonly<Record<string, string>> = {},
    client: string = platformIds.short(),
  ): Promise<PageSocket | number> {
    const sent: Record<string, string> = { origin: PUBLIC_URL, cookie: browser.cookie, ...headers };
    for (const name of Object.keys(sent)) if (sent[name] === '') delete sent[name];
    const ws = new WebSocket(`ws://127.0.0.1:${browser.gateway.port}${SOCKET_PATH}`, { headers: sent });
    const socket = new PageSocket(ws, client);
    return await new Promise((resolve) => {
      ws.once('open', () => resolve(socket));
      ws.once('unexpected-response', (asked, response) => {
        asked.destroy();
        resolve(response.statusCode ?? 0);
      });
    });
  }

  /** Opens a socket that must open. */
  static async open(browser: Browser, client?: string): Promise<PageSocket> {
    const socket = await PageSocket.tryOpen(browser, {}, client);
    if (typeof socket === 'number') throw new Error(`the socket was refused with ${socket}`);
    return socket;
  }

  /** Opens a socket and joins the map, under this client id or one of its own. */
  static async join(browser: Browser, map: string, client?: string): Promise<PageSocket> {
    const socket = await PageSocket.open(browser, client);
    const { ticket } = (await browser.must('POST', `/api/maps/${map}/ticket?client=${socket.client}`)).json;
    socket.hello(map, ticket);
    await until(() => socket.frames.some(({ kind }) => kind === 'welcome'));
    return socket;
  }

  /** Has all that was in the map when it came: whose rights are lowered before that has to fetch the map anew. */
  async isFed(): Promise<void> {
    const changes = (): number =>
      this.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes.map(({ seq }) => seq) : [])).at(-1) ?? 0;
    const welcome = this.frames.find((frame) => frame.kind === 'welcome');
    await until(() => changes() >= (welcome?.seq ?? 0));
  }

  hello(map: string, ticket: string, since = 0, lineage: string | null = null, person: string | null = null): void {
    const hello = { kind: 'hello', version: PROTOCOL_VERSION, map, client: this.client, person, ticket };
    this.send({ ...hello, since, lineage });
  }
  send(frame: unknown): void {
    this.ws.send(JSON.stringify(frame));
  }
  /** Submits one change; answers its counter. */
  submit(ops: readonly unknown[]): number {
    return this.submitAll([ops])[0] ?? 0;
  }
  /** Submits several changes in one frame; answers their counters. */
  submitAll(all: readonly (readonly unknown[])[]): readonly number[] {
    // What was refused before may not be known to docstore: as the page does, it says that nothing comes under those counters.
    const empty = this.#counter === 0 ? [] : [{ counter: this.#counter, ops: [] }];
    const changes = all.map((ops) => ({ counter: ++this.#counter, ops }));
    this.send({ kind: 'submit', base: this.seq, changes: [...empty, ...changes].slice(-MOST) });
    return changes.map(({ counter }) => counter);
  }
  /** Submits counters 1 to `count` once more, on top of nothing. */
  repeat(count: number): void {
    const ops = [{ kind: 'set', id: 'AAAAAAAAAAAA', fields: { text: 'again' } }];
    const changes = Array.from({ length: count }, (_, n) => ({ counter: n + 1, ops }));
    this.send({ kind: 'submit', base: 0, changes });
  }
  /** Counters up to this one are used. */
  skipTo(counter: number): void {
    this.#counter = Math.max(this.#counter, counter);
  }
  /** Keeps of what came only how far the map is. */
  forget(): void {
    this.#seqBefore = this.seq;
    this.frames.length = 0;
  }
  /** Submits one change and waits until it has come back ('kept') or was refused (the reason). */
  async change(ops: readonly unknown[]): Promise<string> {
    const counter = this.submit(ops);
    await until(() => this.outcome(counter) !== null);
    return this.outcome(counter) ?? '';
  }
  outcome(counter: number): string | null {
    for (const frame of this.frames) {
      if (frame.kind === 'refused' && frame.counter === counter) return frame.reason;
      if (frame.kind !== 'changes') continue;
      if (frame.changes.some((each) => each.client === this.client && each.counter === counter)) return 'kept';
    }
    return null;
  }
  /** The last number that it has. */
  get seq(): number {
    return Math.max(
      this.#seqBefore,
      ...this.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes.map((c) => c.seq) : [])),
    );
  }
  get bye(): string | null {
    const last = this.frames.at(-1);
    return last?.kind === 'bye' ? last.reason : null;
  }
  async end(): Promise<number> {
    await until(() => this.closed !== null);
    return this.closed ?? 0;
  }
  async close(): Promise<void> {
    if (this.closed !== null) return;
    const gone = once(this.ws, 'close');
    this.ws.close();
    await gone;
  }
}
