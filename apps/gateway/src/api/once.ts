import { createHash } from 'node:crypto';
import type { Clock } from '@bough/base';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';

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

/** Does work once for each idempotency key. */
export class OnceOnly {
  readonly #metadata: Metadata;
  readonly #clock: Clock;

  constructor(components: { readonly metadata: Metadata; readonly clock: Clock }) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
  }

  /** The answer of the work, done now or when the key was first used. What fails may be tried again under the same key. */
  async run<T>(request: RepeatedRequest, work: () => Promise<T>): Promise<Once<unknown>> {
    if (!KEY.test(request.key)) {
      throw new GatewayFailure('malformed', 'an idempotency key has 1 to 128 letters, digits, _ and -');
    }
    const at = this.#clock.now();
    const hash = hashOf([request.who, request.key]);
    const began = await this.#metadata.beginRepeatable({ hash, request: hashOf(request.what), at }, at - STALE_MS);
    switch (began.kind) {
      case 'answered':
        return { answer: began.answer.body === '' ? undefined : JSON.parse(began.answer.body), isRepeat: true };
      case 'other':
        throw new GatewayFailure('key-reused', 'the idempotency key stands for another request');
      case 'busy':
        throw new GatewayFailure('key-busy', 'the same request is being answered', {
          hint: 'Send it again in a while.',
        });
      case 'begun':
        return { answer: await this.#do(hash, work), isRepeat: false };
    }
  }

  async #do<T>(hash: string, work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      const body = answer === undefined ? '' : JSON.stringify(answer);
      await this.#metadata.endRepeatable(hash, { status: 200, headers: {}, body });
      return answer;
    } catch (error) {
      await this.#metadata.dropRepeatable(hash);
      throw error;
    }
  }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
