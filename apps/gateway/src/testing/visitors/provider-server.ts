import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll } from 'vitest';
import { Provider } from 'oidc-provider';
import type { ProviderSettings } from '../../features/sign-in/provider/provider-settings.ts';
import { PUBLIC_URL } from '../world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const CLIENT = { clientId: 'bough', clientSecret: 'a secret of the client, of some length' };
const NO_GROUPS = { claim: 'groups', allowed: null, owners: null, areAll: false };

/** What the provider says of its people, by the name that they sign in with; read anew at each sign-in. */
export type Claims = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface ProviderServer {
  readonly issuer: string;
  /** The name of the key that it signs with. */
  readonly keyId: string;
  /** What it calls the session in which this person signed in last; null: nobody has. */
  readonly sessionOf: (who: string) => string | null;
  /** How often its token endpoint was asked: by whom a code, and what it is worth, is given away. */
  readonly tokenRequests: () => number;
  /** Signs in as this person on the provider's own pages, and answers the query that the browser is sent back with. */
  signIn(url: string, who: string): Promise<string>;
  /** The same, but the person says no. */
  refuse(url: string): Promise<string>;
  /** Signs out whoever signed in last as this, and answers what Bough said to the provider's own logout token. */
  signOut(who: string): Promise<'told' | 'refused'>;
  /** A token that says this, signed by the provider's own key; `kid` and `typ` as they are said. */
  signed(claims: JWTPayload, header?: { readonly typ?: string; readonly kid?: string }): Promise<string>;
}
export interface ProviderServerSettings {
  /** The id that Bough has for it; absent: it is the one that there was before there were several. */
  readonly id?: string;
  /** It neither announces nor sends `iss` (RFC 9207), as older ones do. */
  readonly isSilent?: boolean;
  /** Where Bough hears of logouts; looked at when the first browser comes. */
  readonly backChannel?: () => string;
  /** Whether it gives its own sessions names. */
  readonly namesSessions?: boolean;
}

/** What Bough is told of a provider under test. */
export function providerOf(
  server: Pick<ProviderServer, 'issuer'>,
  change: Partial<ProviderSettings> = {},
): ProviderSettings {
  const { id = 'provider' } = change;
  const returnPath = id === 'provider' ? '/sign-in/provider' : `/sign-in/provider/${id}`;
  const name = id === 'provider' ? 'The Provider' : `The ${id}`;
  const trust = { trustsAddresses: false, scope: 'openid email profile', groups: NO_GROUPS };
  return { id, returnPath, issuer: server.issuer, ...CLIENT, name, ...trust, ...change };
}

/** A real provider of OpenID Connect (oidc-provider) on this machine; it ends with the tests of the file. */
export async function startProvider(claims: Claims, settings: ProviderServerSettings = {}): Promise<ProviderServer> {
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: `key of ${address.port}`, alg: 'RS256', use: 'sig' };
  let provider: Provider | null = null;
  let tokenRequests = 0;
  const visits = new Map<string, Visit>();
  const sessions = new Map<string, string>();
  server.on('request', (req, res) => {
    if (req.url?.startsWith('/token') === true) tokenRequests++;
    provider ??= makeProvider(issuer, key, claims, { ...settings, sessions });
    void provider.callback()(req, res);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const comeBack = (to: string): string => {
    const query = new URL(to).searchParams;
    if (settings.isSilent === true) query.delete('iss');
    return query.toString();
  };
  return {
    issuer,
    keyId: key.kid,
    sessionOf: (who) => sessions.get(who) ?? null,
    tokenRequests: () => tokenRequests,
    signIn: async (url, who) => {
      const visit = new Visit(issuer);
      visits.set(who, visit);
      let at = (await visit.follow(url)).at;
      at = (await visit.post(at, { prompt: 'login', login: who, password: 'x' })).at;
      return comeBack((await visit.post(at, { prompt: 'consent' })).at);
    },
    refuse: async (url) => {
      const visit = new Visit(issuer);
      const { at } = await visit.follow(url);
      return comeBack((await visit.follow(`${at}/abort`)).at);
    },
    signOut: async (who) => {
      const told = new Promise<'told' | 'refused'>((resolve) => {
        provider?.once('backchannel.success', () => resolve('told'));
        provider?.once('backchannel.error', () => resolve('refused'));
      });
      const visit = visits.get(who) ?? new Visit(issuer);
      const { text } = await visit.follow(`${issuer}/session/end?client_id=${CLIENT.clientId}`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
      await visit.post(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
      return await told;
    },
    signed: async (said, { typ = 'logout+jwt', kid = key.kid } = {}) =>
      await new SignJWT(said)
        .setProtectedHeader({ alg: 'RS256', typ, ...(kid === undefined ? {} : { kid }) })
        .sign(await importJWK(key, 'RS256')),
  };
}

function makeProvider(
  issuer: string,
  key: JWK,
  claims: Claims,
  settings: ProviderServerSettings & { readonly sessions: Map<string, string> },
): Provider {
  const { id, isSilent = false, backChannel, namesSessions = true, sessions } = settings;
  const path = id === undefined ? '/sign-in/provider' : `/sign-in/provider/${id}`;
  const logout =
    backChannel === undefined
      ? {}
      : { backchannel_logout_uri: backChannel(), backchannel_logout_session_required: namesSessions };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [new URL(path, PUBLIC_URL).href],
        ...logout,
      },
    ],
    jwks: { keys: [key] },
    features: { backchannelLogout: { enabled: true } },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'realm'],
      groups: ['groups'],
    },
    scopes: ['openid', 'groups'],
    // Its own refuses to speak to this machine, on which everything here is.
    fetch: async (url, { method, body, headers }: RequestInit = {}) =>
      await fetch(url, {
        ...(method === undefined ? {} : { method }),
        body: body ?? null,
        ...(headers === undefined ? {} : { headers }),
      }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the provider under test'] },
    findAccount: (_context, name) => ({ accountId: name, claims: async () => ({ sub: name, ...claims[name] }) }),
  });
  if (isSilent) {
    provider.use(async (context, next) => {
      await next();
      const { body } = context;
      if (context.path === '/.well-known/openid-configuration' && typeof body === 'object' && body !== null) {
        Reflect.deleteProperty(body, 'authorization_response_iss_parameter_supported');
      }
    });
  }
  provider.on('authorization.success', ({ oidc: { session } }) => {
    const { accountId } = session ?? {};
    if (accountId !== undefined) sessions.set(accountId, session?.sidFor(CLIENT.clientId) ?? '');
  });
  // Its advice for production, on standard error, is no part of the tests.
  provider.on('server_error', (_context, error) => {
    throw error;
  });
  return provider;
}

interface Page {
  readonly at: string;
  readonly text: string;
}

/** A browser on the provider's pages: follows its redirects until they lead away, or to a page that asks something. */
class Visit {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  async follow(url: string): Promise<Page> {
    return await this.#ask(url, {});
  }

  async post(url: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    return await this.#ask(url, { method: 'POST', body: new URLSearchParams(fields).toString() });
  }

  async #ask(url: string, asking: RequestInit): Promise<Page> {
    let at = url;
    let next: RequestInit = asking;
    for (let hops = 0; hops < 10 && at.startsWith(this.#issuer); hops++) {
      const type = next.method === 'POST' ? FORM : {};
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { ...next, redirect: 'manual', headers: { ...type, cookie } });
      const text = await answer.text();
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) return { at, text };
      at = new URL(location, at).href;
      next = {};
    }
    return { at, text: '' };
  }
}
