import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MountedRoute } from '../server/handler.ts';
import { clientGone } from '../context/request-context.ts';
import { LINE } from './frames.ts';
import type { LineParts } from './line-parts.ts';
import { LineSession } from './line-session.ts';

/** Takes over connections of services that call often, and answers their calls as the HTTP server would. */
export class LineServer {
  readonly #parts: LineParts;
  readonly #routes: ReadonlyMap<string, MountedRoute>;
  readonly #sessions = new Set<LineSession>();
  #isDraining = false;
  #wakeDrain: () => void = () => undefined;

  constructor(parts: LineParts) {
    this.#parts = parts;
    const frequent = parts.routes.filter(({ route }) => route.isFrequent && route.access === 'service');
    this.#routes = new Map(frequent.map((mounted) => [mounted.route.name, mounted]));
  }

  /** Whether an upgrade is meant for it. */
  isFor(request: IncomingMessage): boolean {
    return this.#routes.size > 0 && request.url === LINE.path;
  }

  /** Answers an upgrade: 101 for a service whose token holds, else a plain refusal. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => undefined);
    const { authorization, upgrade } = request.headers;
    const { verifier } = this.#parts;
    const verified = await verifier?.verify(authorization);
    if (verifier === null || verified?.ok !== true || authorization === undefined) {
      return refuse(socket, '401 Unauthorized');
    }
    if (upgrade?.toLowerCase() !== LINE.protocol) return refuse(socket, '400 Bad Request');
    if (this.#isDraining) return refuse(socket, '503 Service Unavailable');
    if (socket instanceof Socket) socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
    const session: LineSession = new LineSession(
      { ...this.#parts, verifier, routes: this.#routes, socket, onIdle: () => this.#left(session) },
      { service: verified.value, authorization, longest: this.#longest() },
    );
    this.#sessions.add(session);
    socket.once('close', () => {
      session.end(clientGone());
      this.#sessions.delete(session);
      this.#left(session);
    });
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${LINE.protocol}\r\n\r\n`);
    if (head.length > 0) socket.unshift(head);
    session.start();
  }

  /** Resolves when nobody waits for an answer any more; after `withinMs` those who do have been told to leave. */
  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true;
    for (const session of this.#sessions) session.goodbye();
    if (this.#isIdle()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeDrain = resolve;
    const cancel = this.#parts.clock.after(withinMs, () => {
      for (const session of this.#sessions) session.end(clientGone());
      resolve();
    });
    await promise;
    cancel();
  }

  /** Cuts every line off. */
  stop(): void {
    for (const session of this.#sessions) session.destroy();
  }

  #left(session: LineSession): void {
    if (!this.#isDraining) return;
    session.flush();
    if (this.#isIdle()) this.#wakeDrain();
  }

  #isIdle(): boolean {
    return [...this.#sessions].every((session) => session.isIdle);
  }

  #longest(): number {
    return Math.max(...[...this.#routes.values()].map(({ route }) => route.bodyLimit)) + HEAD_BYTES;
  }
}

/** Room for the head of a frame. */
const HEAD_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 10_000;

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
