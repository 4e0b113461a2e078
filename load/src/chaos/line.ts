import { setTimeout as sleep } from 'node:timers/promises';
import { PROTOCOL_VERSION, type ServerFrame } from '@bough/sync';
import { WebSocket } from 'ws';
import type { Visitor } from '../bough/visitor.ts';

/** Nobody waits longer for what comes of what was said. */
const ANSWER_MS = 5_000;

type Welcome = Extract<ServerFrame, { kind: 'welcome' }>;

/** As whom somebody greets. */
export interface Greeting {
  readonly client: string;
  /** Who they were when that client began; null: who they are now. */
  readonly formerly?: string | null;
  /** The address of one of the gateways; absent: whichever has a turn. */
  readonly gateway?: string;
}

/** One socket of somebody who says what no page would say. */
export class Line {
  /** What came, in its order. */
  readonly frames: ServerFrame[] = [];
  readonly #since: number;
  readonly #socket: WebSocket;
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: WebSocket, since: number, hello: string) {
    this.#socket = socket;
    this.#since = since;
    const close = (): void => {
      this.#isClosed = true;
      this.#wake();
    };
    socket.on('error', close);
    socket.on('close', close);
    socket.on('open', () => socket.send(hello));
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      this.frames.push(JSON.parse(data.toString('utf8')) as ServerFrame);
      this.#wake();
    });
  }

  /** Greets with the newest document of the map; throws where something is not answered. */
  static async open(
    visitor: Visitor,
    map: string,
    { client, formerly = null, gateway = visitor.origin }: Greeting,
  ): Promise<Line> {
    const { lineage, seq: since } = await visitor.document(map);
    const ticket = await visitor.ticket(map, client);
    const { origin, cookie } = visitor;
    const socket = new WebSocket(`${gateway.replace('http', 'ws')}/api/socket`, { headers: { origin, cookie } });
    const hello = { kind: 'hello', version: PROTOCOL_VERSION, map, client, person: formerly, ticket, since, lineage };
    return new Line(socket, since, JSON.stringify(hello));
  }

  /** Why it was sent away; null: it was not. */
  get bye(): string | null {
    return this.frames.find((frame) => frame.kind === 'bye')?.detail ?? null;
  }

  /** What was answered to the greeting; null: nothing was. */
  async welcome(): Promise<Welcome | null> {
    const frame = await this.heard(({ kind }) => kind === 'welcome');
    return frame?.kind === 'welcome' ? frame : null;
  }

  send(frame: Readonly<Record<string, unknown>>): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Submits a change of each op, counted from there on; answers the last counter. */
  submit(counter: number, ops: readonly unknown[]): number {
    const changes = ops.map((op, n) => ({ counter: counter + n, ops: [op] }));
    this.send({ kind: 'submit', base: this.#since, changes });
    return counter + ops.length - 1;
  }

  /** The first frame of that kind, when it has come; null: none came in time, or none will. */
  async heard(matches: (frame: ServerFrame) => boolean, withinMs = ANSWER_MS): Promise<ServerFrame | null> {
    const fromMs = performance.now();
    for (;;) {
      const found = this.frames.find(matches);
      if (found !== undefined) return found;
      const leftMs = withinMs - (performance.now() - fromMs);
      if (this.#isClosed || leftMs <= 0) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await Promise.race([promise, sleep(leftMs, undefined, { ref: false })]);
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** Whether it says what became of this person's change: it is in the map, or refused. */
export function isAnswer(frame: ServerFrame, said: { readonly person: string; readonly counter: number }): boolean {
  if (frame.kind === 'refused') return frame.counter === said.counter;
  if (frame.kind !== 'changes') return false;
  return frame.changes.some(({ author, counter }) => author === said.person && counter === said.counter);
}
