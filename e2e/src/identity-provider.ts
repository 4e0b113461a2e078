import { createServer } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

/** A client as both sides know it. */
const CLIENT = { id: 'bough', secret: 'a secret of the client, of some length' };

/** A real provider of OpenID Connect on this machine: whoever signs in as `ann` is `ann@NAME.example`. */
export class IdentityProvider implements AsyncDisposable {
  readonly id: string;
  readonly #server = createServer();
  #issuer = '';

  constructor(id: string) {
    this.id = id;
  }

  /** Listens, and takes people of the Bough at this address. */
  async start(site: string): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.#issuer = `http://localhost:${address.port}`;
    const provider = new Provider(this.#issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${site}/sign-in/provider/${this.id}`] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the provider under test'] },
      findAccount: (_context, sub) => {
        const email = `${sub}@${this.id}.example`;
        return { accountId: sub, claims: async () => ({ sub, email, email_verified: true, name: sub }) };
      },
    });
    this.#server.on('request', provider.callback());
  }

  /** What Bough's settings say of it. */
  entry(name: string): Readonly<Record<string, string>> {
    return { id: this.id, name, issuer: this.#issuer, 'client-id': CLIENT.id, 'client-secret': CLIENT.secret };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
