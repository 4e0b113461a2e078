import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, parseBase64Url, type Random, toBase64Url } from '@bough/base';
import { GatewayFailure } from '../../../failure.ts';
import type { PasskeyStore } from '../../../metadata/passkeys/passkey-store.ts';
import type { Session } from '../../../http/session.ts';

// What passkeys sign: 16 random bytes, the end of its life (8 bytes, ms), and the HMAC of both with what it is for and whose it is. So
// nothing is kept while a browser thinks, however many ask, and it is good on every gateway. Once it was answered well its hash is kept
// until it would have ended: whoever comes second with it comes too late, on every gateway, Redis or not.

/** What is to be done with it: coming in; proving that one is still here; adding another. */
export type ChallengeUse = 'sign-in' | 'prove' | 'add';

/** For so long a challenge may be answered. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE = 16;
const HEAD = NONCE + 8;
const LENGTH = HEAD + 32;

/** Challenges for passkeys, each good once, for minutes, in the browser that asked, for what it was asked for. */
export class Challenges {
  readonly #keys: readonly Uint8Array[];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #store: Pick<PasskeyStore, 'tryUseChallenge'>;

  constructor(components: {
    readonly keys: readonly Uint8Array[];
    readonly clock: Clock;
    readonly random: Random;
    readonly metadata: Pick<PasskeyStore, 'tryUseChallenge'>;
  }) {
    this.#keys = components.keys;
    this.#clock = components.clock;
    this.#random = components.random;
    this.#store = components.metadata;
  }

  /** A new one, in base64url. */
  make(use: ChallengeUse, session: Session): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('a bug in Bough: there is always a signing key');
    const bytes = new Uint8Array(LENGTH);
    bytes.set(this.#random.bytes(NONCE));
    new DataView(bytes.buffer).setBigUint64(NONCE, BigInt(this.#clock.now() + CHALLENGE_MS));
    bytes.set(sealOf(key, bytes, use, session), HEAD);
    return toBase64Url(bytes);
  }

  /** Throws 'late-passkey' unless it was made here for this use and session, and may still be answered. Uses nothing up. */
  mustBeOpen(challenge: string, use: ChallengeUse, session: Session): void {
    if (this.#endOf(challenge, use, session) === null) throw tooLate();
  }

  /** Uses it up; throws 'late-passkey' when somebody did before. */
  async use(challenge: string, use: ChallengeUse, session: Session): Promise<void> {
    const end = this.#endOf(challenge, use, session);
    const hash = createHash('sha256').update(challenge).digest('base64url');
    if (end === null || !(await this.#store.tryUseChallenge(hash, end))) throw tooLate();
  }

  #endOf(challenge: string, use: ChallengeUse, session: Session): number | null {
    const bytes = parseBase64Url(challenge);
    // One spelling each: another one of the same bytes would be another hash.
    if (bytes?.length !== LENGTH || toBase64Url(bytes) !== challenge) return null;
    const isOurs = this.#keys.some((key) => timingSafeEqual(sealOf(key, bytes, use, session), bytes.subarray(HEAD)));
    const end = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(NONCE));
    return isOurs && end > this.#clock.now() ? end : null;
  }
}

function sealOf(key: Uint8Array, bytes: Uint8Array, use: ChallengeUse, session: Session): Uint8Array {
  // Somebody who comes in is nobody yet, and may become a guest meanwhile; whoever proves something is this very session.
  const whose = use === 'sign-in' ? session.bid : `${session.bid} ${session.sid} ${session.uid ?? ''}`;
  return createHmac('sha256', key).update(bytes.subarray(0, HEAD)).update(`${use} ${whose}`).digest();
}

function tooLate(): GatewayFailure {
  return new GatewayFailure('late-passkey', 'The passkey was used too late, or in another browser.');
}
