import type { Socket } from 'node:net';
import type { Cancel, Clock } from '@bough/base';
import type { Metrics } from '../metrics/metrics.ts';
import { isForOperators } from './operator.ts';
import type { ReadyAnswer } from './ready-answer.ts';
import type { Asked, TurnAway } from './server-parts.ts';

// Half of what a refusal costs is HTTP: to begin it on the connection, to read the request, to write the head of the answer. So while
// requests are turned away a new connection waits without it. A GET that comes whole, in one piece and with nothing behind it, is looked
// at as bytes; if it is turned away it gets an answer that was ready before, and the connection waits for the next one. Anything else gets
// HTTP, with all that has come.

export interface EarlyRefuserParts {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly turnAway: TurnAway;
  readonly metrics: Pick<Metrics, 'requestDone'>;
  /** Begins HTTP on a connection: listens to it from then on. */
  readonly serve: (socket: Socket) => void;
}

export interface EarlyRefuserSettings {
  /** How long somebody may take to ask. */
  readonly headersTimeoutMs: number;
  /** How long they may stay after an answer. */
  readonly keepAliveMs: number;
  /** How late a connection may be found that took too long. */
  readonly checkMs: number;
}

/** Turns requests on new connections away before there is HTTP. */
export class EarlyRefuser {
  readonly #parts: EarlyRefuserParts;
  readonly #settings: EarlyRefuserSettings;
  /** Connections without HTTP, and until when they may stay silent. A timer for each would be a tenth of what they cost. */
  readonly #bare = new Map<Socket, number>();
  readonly #letIn = new WeakSet<Socket>();
  #cancel: Cancel | null = null;

  constructor(parts: EarlyRefuserParts, settings: EarlyRefuserSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Takes a new connection. */
  take(socket: Socket): void {
    if (this.#parts.turnAway.isOn()) this.#wait(socket);
    else this.#parts.serve(socket);
  }

  /** Whether the request that comes now on this connection was let in before there was HTTP: true once. */
  hasLetIn(socket: Socket): boolean {
    return this.#letIn.delete(socket);
  }

  /** Ends all connections without HTTP, once what they were answered is sent. */
  close(): void {
    for (const socket of this.#bare.keys()) socket.destroySoon();
  }

  /** Ends them now. */
  closeNow(): void {
    for (const socket of this.#bare.keys()) socket.destroy();
    this.#cancel?.();
  }

  #wait(socket: Socket): void {
    const onData = (chunk: Buffer): void => {
      // It ends, so no answer would arrive: what asks for something must not be done.
      if (socket.writableEnded) return;
      const asked = readPlainGet(chunk);
      const answer = asked === null ? null : this.#parts.turnAway.answerTo(asked);
      if (answer !== null) {
        this.#refuse(socket, answer);
        return;
      }
      if (asked !== null) this.#letIn.add(socket);
      socket.off('data', onData).off('end', onEnd).off('close', onClose).off('error', ignore);
      this.#bare.delete(socket);
      this.#parts.serve(socket);
      socket.unshift(chunk);
    };
    const onEnd = (): void => void (socket.writableLength === 0 ? socket.destroy() : socket.end());
    const onClose = (): void => void this.#bare.delete(socket);
    socket.on('data', onData).on('end', onEnd).on('close', onClose).on('error', ignore);
    this.#stay(socket, this.#settings.headersTimeoutMs);
  }

  #refuse(socket: Socket, answer: ReadyAnswer): void {
    this.#parts.metrics.requestDone('turned-away', answer.status, 0);
    if (socket.writableNeedDrain) {
      // They ask again and again, and read nothing.
      socket.destroy();
      return;
    }
    socket.write(answer.bytes);
    this.#stay(socket, this.#settings.keepAliveMs);
  }

  #stay(socket: Socket, silentMs: number): void {
    const { clock } = this.#parts;
    this.#bare.set(socket, clock.monotonic() + silentMs);
    this.#cancel ??= clock.after(this.#settings.checkMs, () => this.#check());
  }

  #check(): void {
    const { clock } = this.#parts;
    this.#cancel = null;
    const nowMs = clock.monotonic();
    for (const [socket, untilMs] of this.#bare) if (untilMs <= nowMs) socket.destroy();
    if (this.#bare.size > 0) this.#cancel = clock.after(this.#settings.checkMs, () => this.#check());
  }
}

function ignore(): void {
  // The connection closes, which is all.
}

/** What a GET asks that is whole, alone, and has no body; null: it is something else, or not like that beyond any doubt. */
export function readPlainGet(chunk: Buffer): Asked | null {
  if (chunk.length > LONGEST) return null;
  const text = chunk.toString('latin1');
  const url = PLAIN_GET.exec(text)?.[1];
  if (url === undefined || !HOST.test(text) || MEANS_MORE.test(text)) return null;
  const asked = { method: 'GET', url };
  if (isForOperators(asked)) return null;
  return { ...asked, headers: { 'accept-language': LANGUAGES.exec(text)?.[1] } };
}

const LONGEST = 8_192;
/** No more than HTTP takes: a path, or an origin and what stands behind it; and no control characters. */
const PLAIN_GET =
  /^GET ((?:\/|[A-Za-z]+:\/\/[\w.-]+(?::\d+)?(?=[/? ]))[!-~]*) HTTP\/1\.1\r\n(?:[\w-]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;
/** Without it HTTP/1.1 is not well-formed. */
const HOST = /\nhost:/i;
/** A body, another protocol, or an end of the connection. */
const MEANS_MORE =
  /\n(?:content-length:|transfer-encoding:|expect:|upgrade:|(?:proxy-)?connection:(?! ?keep-alive\r))/i;
const LANGUAGES = /\naccept-language:[ \t]*([^\r]*)/i;
