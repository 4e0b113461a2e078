import { type Clock, isRecord } from '@bough/base';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { GatewayFailure } from '../../../failure.ts';
import type { Provider } from './provider.ts';

// Logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.4 to 2.6): what a provider sends when somebody has signed out there. Anybody can
// send anything here, so nothing is believed before the signature is, by a key that the provider publishes and by no other: tokens bring no
// keys of their own, and neither `none` nor a symmetric algorithm is among those that count.

/** Whom a provider has signed out: all of a person's sessions, or the one that it calls `sid`. */
export interface LoggedOut {
  readonly issuer: string;
  /** The token's own name, which is good once. */
  readonly id: string;
  readonly sub: string | null;
  readonly sid: string | null;
  /** Until when the token can be shown again, ms: for so long it is remembered. */
  readonly untilMs: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'JWT', 'logout+jwt', 'application/logout+jwt']);
/** The standard recommends two minutes at most; clocks may differ by one. */
const LIFE_MS = 5 * 60_000;
const SKEW_MS = 60_000;
const KEYS_TIMEOUT_MS = 5_000;
const LONGEST_NAME = 1_000;

/** What one provider's logout tokens are checked with. */
export class LogoutTokens {
  readonly #provider: Provider;
  readonly #clock: Clock;
  #keys: { readonly of: string; readonly find: ReturnType<typeof createRemoteJWKSet> } | null = null;

  constructor(components: { readonly provider: Provider; readonly clock: Clock }) {
    this.#provider = components.provider;
    this.#clock = components.clock;
  }

  /** Whom the token signs out. Throws 'bad-token' for one that is not the provider's, for us and now; 'provider' while its keys cannot be had. */
  async read(token: string): Promise<LoggedOut> {
    const { issuer, keys } = await this.#provider.description();
    const { payload, protectedHeader } = await this.#verified(token, { issuer, keys });
    if (!TYPES.has(protectedHeader.typ)) throw bad('it is a token of another kind');
    return this.#loggedOut(issuer, payload);
  }

  async #verified(token: string, { issuer, keys }: { readonly issuer: string; readonly keys: URL }) {
    try {
      return await jwtVerify(token, this.#keySet(keys), {
        algorithms: ALGORITHMS,
        issuer,
        audience: this.#provider.settings.clientId,
        currentDate: new Date(this.#clock.now()),
        clockTolerance: SKEW_MS / 1_000,
        requiredClaims: ['iat', 'jti', 'events'],
      });
    } catch (cause) {
      // An error of jose itself, and not of a kind below it, says that the keys could not be fetched.
      const isAway =
        !(cause instanceof errors.JOSEError) ||
        cause.constructor === errors.JOSEError ||
        cause instanceof errors.JWKSTimeout;
      if (!isAway) throw bad('it is not signed by the provider for us', cause);
      throw new GatewayFailure('provider', 'The keys of the sign-in provider cannot be read.', { cause });
    }
  }

  /** Keys are kept for ten minutes; one that is not among them is asked for anew, twice a minute at most. */
  #keySet(keys: URL): ReturnType<typeof createRemoteJWKSet> {
    if (this.#keys?.of !== keys.href) {
      this.#keys = { of: keys.href, find: createRemoteJWKSet(keys, { timeoutDuration: KEYS_TIMEOUT_MS }) };
    }
    return this.#keys.find;
  }

  #loggedOut(issuer: string, { sub, sid, jti, iat = 0, events, nonce }: JWTPayload): LoggedOut {
    const ageMs = this.#clock.now() - iat * 1_000;
    if (ageMs > LIFE_MS || ageMs < -SKEW_MS) throw bad('it is too old, or its time is in the future');
    if (!isRecord(events) || !Object.hasOwn(events, EVENT) || !isRecord(events[EVENT])) {
      throw bad('it contains no logout event');
    }
    // What has a nonce is an ID token, which must never pass for this.
    if (nonce !== undefined) throw bad('it has a nonce');
    if (!isName(jti)) throw bad('it has no valid jti');
    if ((sub !== undefined && !isName(sub)) || (sid !== undefined && !isName(sid)))
      throw bad('its sub or sid is not valid');
    if (sub === undefined && sid === undefined) throw bad('it has neither sub nor sid');
    const whom = { sub: isName(sub) ? sub : null, sid: isName(sid) ? sid : null };
    return { issuer, id: jti, ...whom, untilMs: iat * 1_000 + LIFE_MS + SKEW_MS };
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

function bad(how: string, cause?: unknown): GatewayFailure {
  return new GatewayFailure('bad-token', `The logout token is not valid: ${how}.`, { cause });
}
