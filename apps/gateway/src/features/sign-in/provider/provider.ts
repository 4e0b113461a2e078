import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, parseBase64Url, type Random, toBase64Url } from '@bough/base';
import { emailAddress, line } from '@bough/contracts';
import type { Configuration, IDToken } from 'openid-client';
import type { Bus } from '../../../bus/bus.ts';
import { GatewayFailure } from '../../../failure.ts';
import type { ProviderSession } from '../../../metadata/accounts/account-store.ts';
import type { Session } from '../../../http/session.ts';
import { groupsIn, wantsGroups } from './groups.ts';
import { isOnThisMachine, type ProviderSettings } from './provider-settings.ts';
import { hashSecret } from '../../../secrets/secrets.ts';

// Signing in with a provider that speaks OpenID Connect: authorization code, PKCE (S256), state and nonce. Nothing is stored while
// the browser is away: the state is 16 random bytes, the end of its life (8 bytes, ms) and the HMAC of both with the browser's id and
// the provider's; the PKCE verifier and the nonce are HMACs of the state. So an answer is good in the browser that asked, once, for ten
// minutes, on whichever gateway it comes back to.
//
// Where there are several providers one of them may be hostile, and make a browser bring it what another one said (mix-up, RFC 9700 4.4).
// So each has a path of its own that answers come back to, the state is good for that provider alone, and an `iss` in the answer (RFC 9207)
// must be the provider's; where the provider announces it, it must be there.

/** Whom the provider vouches for. */
export interface Vouched {
  /** The provider and its name for the person, hashed: what an account is joined to. */
  readonly subject: string;
  /** What began the session, as it is kept with it. */
  readonly session: ProviderSession;
  readonly groups: readonly string[];
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

/** The sign-in with one provider, from sending the browser there to knowing who came back. */
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
    this.#returnTo = new URL(settings.returnPath, settings.publicUrl).href;
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
    bytes.set(this.#seal(key, bytes, session), HEAD);
    const state = toBase64Url(bytes);
    const { verifier, nonce } = derived(key, state);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#returnTo,
      scope: this.settings.scope,
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
    mustBeOf(configuration, answer);
    return await answered(async () => {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#returnTo}?${answer}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw refused('the provider said nothing about who came');
      const isSilent = claims['email'] === undefined || (this.#needsGroups && this.#groupsIn(claims).length === 0);
      const needsMore = isSilent && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = needsMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return this.#vouched({ ...more, ...claims });
    });
  }

  /** The provider's own name for itself, and where the keys stand that it signs with. Throws 'provider' while it does not answer. */
  async description(): Promise<{ readonly issuer: string; readonly keys: URL }> {
    const { issuer, jwks_uri: keys = '' } = (await this.#configuration()).serverMetadata();
    const isGood = URL.canParse(keys) && (keys.startsWith('https:') || isOnThisMachine(new URL(keys)));
    if (!isGood) throw new GatewayFailure('provider', 'The sign-in provider does not publish its keys.');
    return { issuer, keys: new URL(keys) };
  }

  get #needsGroups(): boolean {
    return wantsGroups(this.settings.groups);
  }

  #groupsIn(claims: Readonly<Record<string, unknown>>): readonly string[] {
    return groupsIn(claims, this.settings.groups.claim);
  }

  #vouched(claims: IDToken): Vouched {
    const { iss, sub, sid } = claims;
    const address = emailAddress(claims['email']);
    const isVerified = claims['email_verified'] === true || this.settings.trustsAddresses;
    const name = NAME(claims['name']);
    return {
      subject: subjectOf(iss, sub),
      session: { issuer: hashSecret(iss), session: typeof sid === 'string' ? providerSessionOf(iss, sid) : null },
      groups: this.#groupsIn(claims),
      email: address.ok && isVerified ? address.value.toLowerCase() : null,
      name: name.ok ? name.value : null,
    };
  }

  #seal(key: Uint8Array, bytes: Uint8Array, session: Session): Uint8Array {
    const whose = `state ${session.bid} ${this.settings.id}`;
    return createHmac('sha256', key).update(bytes.subarray(0, HEAD)).update(whose).digest();
  }

  /** The key that the state was sealed with; throws when it is not ours, of another browser, too old, or used. */
  async #useState(state: string, session: Session): Promise<Uint8Array> {
    const bytes = parseBase64Url(state);
    const key =
      bytes?.length === LENGTH
        ? this.#keys.find((each) => timingSafeEqual(this.#seal(each, bytes, session), bytes.subarray(HEAD)))
        : undefined;
    if (bytes === null || key === undefined)
      throw refused('the answer belongs to another browser or provider, or to none');
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
      throw new GatewayFailure('provider', 'The sign-in provider does not answer.', {
        cause,
        hint: `Sign in another way, or try again later. An operator should check the issuer of "${this.settings.name}".`,
      });
    }
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const server = new URL(issuer);
    const execute = isOnThisMachine(server) ? [allowInsecureRequests] : [];
    return await discovery(server, clientId, clientSecret, undefined, { timeout: TIMEOUT_S, execute });
  }
}

/** What an account is joined to: SHA-256 of the provider's name and its name for the person. */
export function subjectOf(issuer: string, sub: string): string {
  return hashSecret(`${issuer} ${sub}`);
}

/** What a session is kept with: SHA-256 of the provider's name and its name for its own session. */
export function providerSessionOf(issuer: string, sid: string): string {
  return hashSecret(`${issuer} session ${sid}`);
}

/** Throws unless the answer is, as far as it says, one of this provider (RFC 9207). */
function mustBeOf(configuration: Configuration, answer: string): void {
  const { issuer, authorization_response_iss_parameter_supported: isAnnounced } = configuration.serverMetadata();
  const said = new URLSearchParams(answer).getAll('iss');
  const isGood = said.length === 0 ? isAnnounced !== true : said.length === 1 && said[0] === issuer;
  if (!isGood) throw refused('The answer comes from another sign-in provider.');
}

function derived(key: Uint8Array, state: string): { readonly verifier: string; readonly nonce: string } {
  const of = (what: string): string => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url');
  return { verifier: of('verifier'), nonce: of('nonce') };
}

function refused(message: string, cause?: unknown): GatewayFailure {
  return new GatewayFailure('provider-refused', message, { cause });
}

/** What the provider refuses is its answer; everything else is a provider that does not work. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client');
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    if (error instanceof AuthorizationResponseError) throw refused('The sign-in provider refused the sign-in.', error);
    if (error instanceof ResponseBodyError && error.status < 500)
      throw refused('The sign-in provider does not know this sign-in.', error);
    throw new GatewayFailure('provider', 'The sign-in provider gave an answer that Bough cannot read.', {
      cause: error,
    });
  }
}
