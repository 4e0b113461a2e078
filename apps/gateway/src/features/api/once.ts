import { createHash } from 'node:crypto';
import { type Clock, parseBase64Url, toBase64Url } from '@bough/base';
import { GatewayFailure } from '../../failure.ts';
import type { RepeatStore } from '../../metadata/repeats/repeat-store.ts';
import { openBytes, sealBytes } from '../../secrets/sealed-bytes.ts';

/** A request that its sender may send again. */
export interface RepeatedRequest {
  readonly key: string;
  readonly who: string;
  /** Everything that makes it this request and no other. */
  readonly what: readonly unknown[];
}
/** What was answered, now or then. */
export interface Once<T> {
  readonly answer: T;
  readonly isRepeat: boolean;
}

const KEY = /^[A-Za-z0-9_-]{1,128}$/;
/** Somebody who began and never ended was killed: no request takes so long. */
const STALE_MS = 120_000;

/** Does work once for each idempotency key. Answers may have secrets, of share links for one: they are kept sealed. */
export class OnceOnly {
  readonly #metadata: RepeatStore;
  readonly #clock: Clock;
  readonly #keys: readonly Uint8Array[];

  /** `repeatKeys` are of 32 bytes, newest first, and never none. */
  constructor(components: {
    readonly metadata: RepeatStore;
    readonly clock: Clock;
    readonly repeatKeys: readonly Uint8Array[];
  }) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
    this.#keys = components.repeatKeys;
  }

  /** The answer of the work, done now or when the key was first used. What fails may be tried again under the same key. */
  async run<T>(request: RepeatedRequest, work: () => Promise<T>): Promise<Once<unknown>> {
    if (!KEY.test(request.key)) {
      throw new GatewayFailure('malformed', 'The Idempotency-Key header must have 1 to 128 letters, digits, _ or -.');
    }
    const at = this.#clock.now();
    const hash = hashOf([request.who, request.key]);
    const began = await this.#metadata.beginRepeatable({ hash, request: hashOf(request.what), at }, at - STALE_MS);
    switch (began.kind) {
      case 'answered':
        return { answer: this.#opened(hash, began.answer.body), isRepeat: true };
      case 'other':
        throw new GatewayFailure('key-reused', 'This idempotency key was used for a different request.');
      case 'busy':
        throw new GatewayFailure('key-busy', 'A request with this idempotency key is still in progress.');
      case 'begun':
        return { answer: await this.#do(hash, work), isRepeat: false };
    }
  }

  async #do<T>(hash: string, work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      await this.#metadata.endRepeatable(hash, { status: 200, headers: {}, body: this.#sealed(hash, answer) });
      return answer;
    } catch (error) {
      await this.#metadata.dropRepeatable(hash);
      throw error;
    }
  }

  #sealed(hash: string, answer: unknown): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('a bug in Bough: there is always a key');
    const text = answer === undefined ? '' : JSON.stringify(answer);
    return toBase64Url(sealBytes(key, boundTo(hash), Buffer.from(text)));
  }

  /** What was answered. An older Bough kept it as it was, for a day. */
  #opened(hash: string, body: string): unknown {
    const sealed = body === '' ? null : parseBase64Url(body);
    if (sealed === null) return answerOf(body);
    const opened = openBytes(this.#keys, boundTo(hash), sealed);
    if (opened !== null) return answerOf(Buffer.from(opened.plain).toString('utf8'));
    throw new GatewayFailure('key-reused', 'The stored answer to this idempotency key can no longer be read.', {
      hint: 'The request was carried out. Read the current state, or use a new key.',
    });
  }
}

function boundTo(hash: string): string {
  return `repeatable ${hash}`;
}

function answerOf(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts, briefly)).digest('base64url');
}

/** A file stands for itself by its hash: as JSON it would be several times as long. */
function briefly(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('base64url') : value;
}
