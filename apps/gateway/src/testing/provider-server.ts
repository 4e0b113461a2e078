import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { Provider } from 'oidc-provider';
import { PUBLIC_URL } from './world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const CLIENT = { clientId: 'bough', clientSecret: 'a secret of the client, of some length' };

/** What the provider says of its people, by the name that they sign in with. */
export type Claims = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface ProviderServer {
  readonly issuer: string;
  /** Signs in as this person on the provider's own pages, and answers the query that the browser is sent back with. */
  signIn(url: string, who: string): Promise<string>;
  /** The same, but the person says no. */
  refuse(url: string): Promise<string>;
}

/** A real provider of OpenID Connect (oidc-provider) on this machine; it ends with the tests of the file. */
export async function startProvider(claims: Claims): Promise<ProviderServer> {
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [new URL('/sign-in/provider', PUBLIC_URL).href],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the provider under test'] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...claims[id] }) }),
  });
  // Its advice for production, on standard error, is no part of the tests.
  provider.on('server_error', (_context, error) => {
    throw error;
  });
  server.on('request', provider.callback());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    issuer,
    signIn: async (url, who) => {
      const visit = new Visit(issuer);
      let at = await visit.follow(url);
      at = await visit.post(at, { prompt: 'login', login: who, password: 'x' });
      return new URL(await visit.post(at, { prompt: 'consent' })).search.slice(1);
    },
    refuse: async (url) => {
      const visit = new Visit(issuer);
      const at = await visit.follow(url);
      return new URL(await visit.follow(`${at}/abort`)).search.slice(1);
    },
  };
}

/** A browser on the provider's pages: follows its redirects until they lead away, or to a page that asks something. */
class Visit {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  async follow(url: string): Promise<string> {
    return await this.#ask(url, {});
  }

  async post(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
    return await this.#ask(url, { method: 'POST', body: new URLSearchParams(fields).toString() });
  }

  async #ask(url: string, asking: RequestInit): Promise<string> {
    let at = url;
    let next: RequestInit = asking;
    for (let hops = 0; hops < 10 && at.startsWith(this.#issuer); hops++) {
      const type = next.method === 'POST' ? FORM : {};
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { ...next, redirect: 'manual', headers: { ...type, cookie } });
      await answer.arrayBuffer();
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) return at;
      at = new URL(location, at).href;
      next = {};
    }
    return at;
  }
}
