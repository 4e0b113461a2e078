import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, parseBase64Url, type Random, toBase64Url } from '@bough/base';
import { emailAddress, line } from '@bough/contracts';
import type { Configuration, IDToken } from 'openid-client';
import type { Bus } from '../bus/bus.ts';
import { GatewayFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { hashSecret } from './secrets.ts';

// Signing in with a provider that speaks OpenID Connect: authorization code, PKCE (S256), state and nonce. Nothing is stored while
// the browser is away: the state is 16 random bytes, the end of its life (8 bytes, ms) and the HMAC of both with the browser's id;
// the PKCE verifier and the nonce are HMACs of the state. So an answer is good in the browser that asked, once, for ten minutes,
// on whichever gateway it comes back to.

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says. */
  readonly name: string;
  /** Whether the provider's addresses are taken as verified where it does not say so: some that know it never do. */
  readonly trustsAddresses: boolean;
}
/** Whom the provider vouches for. */
export interface Vouched {
  /** The provider and its name for the person, hashed: what an account is joined to. */
  readonly subject: string;
  /** null: the provider vouches for no address. */
  readonly email: string | null;
  readonly name: string | null;
}

const LIFE_MS = 10 * 60_000;
const NONCE = 16;
const HEAD = NONCE + 8;
const LENGTH = HEAD + 32;
const TIMEOUT_S = 8;
const NAME = line(80, 1);

/** The sign-in with a provider, from sending the browser there to knowing who came back. */
export class Provider {
  readonly settings: ProviderSettings;
  readonly #keys: readonly Uint8Array[];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #bus: Bus;
  readonly #returnTo: string;
  #discovered: Promise<Configuration> | null = null;

  constructor(
    components: {
      readonly keys: readonly Uint8Array[];
      readonly clock: Clock;
      readonly random: Random;
      readonly bus: Bus;
    },
    settings: ProviderSettings & { readonly publicUrl: string },
  ) {
    this.settings = settings;
    this.#keys = components.keys;
    this.#clock = components.clock;
    this.#random = components.random;
    this.#bus = components.bus;
    this.#returnTo = new URL('/sign-in/provider', settings.publicUrl).href;
  }

  /** Where the session's browser is to go. */
  async begin(session: Session): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const configuration = await this.#configuration();
    const [key] = this.#keys;
    if (key === undefined) throw new Error('a bug in Bough: there is always a signing key');
    const bytes = new Uint8Array(LENGTH);
    bytes.set(this.#random.bytes(NONCE));
    new DataView(bytes.buffer).setBigUint64(NONCE, BigInt(this.#clock.now() + LIFE_MS));
    bytes.set(sealState(key, bytes, session), HEAD);
    const state = toBase64Url(bytes);
    const { verifier, nonce } = derived(key, state);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#returnTo,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Whom the provider let in, by the query that it sent the browser back with. */
  async confirm(answer: string, session: Session): Promise<Vouched> {
    const state = new URLSearchParams(answer).get('state') ?? '';
    const key = await this.#useState(state, session);
    const { verifier, nonce } = derived(key, state);
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
    const configuration = await this.#configuration();
    return await answered(async () => {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#returnTo}?${answer}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw refused('the provider said nothing about who came');
      const needsMore = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = needsMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return this.#vouched({ ...more, ...claims });
    });
  }

  #vouched(claims: IDToken): Vouched {
    const address = emailAddress(claims['email']);
    const isVerified = claims['email_verified'] === true || this.settings.trustsAddresses;
    const name = NAME(claims['name']);
    return {
      subject: hashSecret(`${claims.iss} ${claims.sub}`),
      email: address.ok && isVerified ? address.value.toLowerCase() : null,
      name: name.ok ? name.value : null,
    };
  }

  /** The key that the state was sealed with; throws when it is not ours, of another browser, too old, or used. */
  async #useState(state: string, session: Session): Promise<Uint8Array> {
    const bytes = parseBase64Url(state);
    const key =
      bytes?.length === LENGTH
        ? this.#keys.find((each) => timingSafeEqual(sealState(each, bytes, session), bytes.subarray(HEAD)))
        : undefined;
    if (bytes === null || key === undefined) throw refused('the answer belongs to another browser, or to none');
    const leftMs = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(NONCE)) - this.#clock.now();
    const claim = `provider:${toBase64Url(bytes.subarray(0, NONCE))}`;
    if (leftMs <= 0 || !(await this.#bus.tryClaim(claim, leftMs + 1_000))) {
      throw refused('the answer was used before, or is too old');
    }
    return key;
  }

  /** The provider's own description, read once; a failure is forgotten, so that the next sign-in asks again. */
  async #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover();
    try {
      return await this.#discovered;
    } catch (cause) {
      this.#discovered = null;
      throw new GatewayFailure('provider', 'the sign-in provider does not answer', {
        cause,
        hint: 'Sign in another way, or try again. An operator should look at BOUGH_OIDC_ISSUER.',
      });
    }
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const server = new URL(issuer);
    // Without encryption only on this very machine: for trying it out.
    const isLocal = server.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
    const execute = isLocal ? [allowInsecureRequests] : [];
    return await discovery(server, clientId, clientSecret, undefined, { timeout: TIMEOUT_S, execute });
  }
}

function sealState(key: Uint8Array, bytes: Uint8Array, session: Session): Uint8Array {
  return createHmac('sha256', key).update(bytes.subarray(0, HEAD)).update(`state ${session.bid}`).digest();
}

function derived(key: Uint8Array, state: string): { readonly verifier: string; readonly nonce: string } {
  const of = (what: string): string => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url');
  return { verifier: of('verifier'), nonce: of('nonce') };
}

function refused(message: string, cause?: unknown): GatewayFailure {
  return new GatewayFailure('provider-refused', message, { cause, hint: 'Begin again on the sign-in page.' });
}

/** What the provider refuses is its answer; everything else is a provider that does not work. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client');
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    if (error instanceof AuthorizationResponseError) throw refused('the provider let nobody in', error);
    if (error instanceof ResponseBodyError && error.status < 500)
      throw refused('the provider knows no such sign-in', error);
    throw new GatewayFailure('provider', 'the sign-in provider does not answer as it should', {
      cause: error,
      hint: 'Sign in another way, or try again.',
    });
  }
}
