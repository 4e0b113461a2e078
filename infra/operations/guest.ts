import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { request as tlsRequest } from 'node:https';

interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface GuestSettings {
  /** Where the page is asked for. */
  readonly url: string;
  /** The address that it has for browsers, where that is another one. */
  readonly origin?: string;
  /** Who signed its certificate, as PEM. */
  readonly authority?: string;
}

/** Somebody at the page, with the browser's headers: keeps cookies, makes maps, and sees the list of them. */
export class Guest {
  readonly #settings: GuestSettings;
  readonly #cookies = new Map<string, string>();
  #csrf = '';

  constructor(settings: GuestSettings) {
    this.#settings = settings;
  }

  /** Comes for the first time. */
  async arrive(): Promise<void> {
    await this.#open();
    await this.#ask('POST', '/api/session/guest', { name: 'Ann' });
    await this.#open();
  }

  /** Answers the map's id. */
  async makeMap(title: string): Promise<string> {
    await this.#open();
    const { id } = JSON.parse((await this.#ask('POST', '/api/maps', { title })).text) as { readonly id: string };
    return id;
  }

  /** Wants to sign in by an email. */
  async askForLink(email: string): Promise<void> {
    await this.#open();
    await this.#ask('POST', '/api/session/sign-in', { email });
  }

  async titles(): Promise<readonly string[]> {
    const { maps } = JSON.parse((await this.#ask('GET', '/api/maps')).text) as {
      readonly maps: readonly { readonly title: string }[];
    };
    return maps.map(({ title }) => title).toSorted();
  }

  /** What the proxy answers at a path, whatever it is. */
  async look(path: string): Promise<number> {
    return (await this.#send('GET', path)).status;
  }

  /**
   * Opens the page's WebSocket, and closes it as RFC 6455 has it. Answers the status, and the code of the close that comes back: frames went through
   * both ways.
   */
  async socket(): Promise<{ readonly status: number; readonly closed: number | null }> {
    const { url, origin = url, authority } = this.#settings;
    const headers = {
      ...this.#identity(origin),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    };
    const send = url.startsWith('https:') ? tlsRequest : request;
    const asked = send(new URL('/api/socket', url), { headers, agent: false, ca: authority });
    return await new Promise((resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', ({ statusCode = 0 }) => resolve({ status: statusCode, closed: null }));
      asked.on('upgrade', ({ statusCode = 0 }, socket, head) => {
        let said = head;
        socket.on('error', reject);
        socket.on('data', (chunk: Buffer) => (said = Buffer.concat([said, chunk])));
        socket.on('close', () => {
          // A close frame of two bytes, which may follow others: 88 02 and the code.
          const at = said.lastIndexOf(Buffer.from([0x88, 0x02]));
          resolve({ status: statusCode, closed: at < 0 ? null : said.readUInt16BE(at + 2) });
        });
        // Masked with zeros: 1000, a normal end.
        socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]));
      });
      asked.end();
    });
  }

  async #open(): Promise<void> {
    const { csrf } = JSON.parse((await this.#ask('GET', '/api/session')).text) as { readonly csrf: string };
    this.#csrf = csrf;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer;
  }

  #send(method: string, path: string, body?: unknown): Promise<Answer> {
    const { url, origin = url, authority } = this.#settings;
    const text = body === undefined ? null : JSON.stringify(body);
    const headers = {
      ...this.#identity(origin),
      'bough-csrf': this.#csrf,
      ...(text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const send = url.startsWith('https:') ? tlsRequest : request;
    const options = { method, headers, agent: false, ...(authority === undefined ? {} : { ca: authority }) };
    return new Promise((resolve, reject) => {
      const asked = send(new URL(path, url), options, (response) => {
        for (const set of response.headers['set-cookie'] ?? []) this.#keep(set);
        let said = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
        response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text: said }));
      });
      asked.on('error', reject);
      asked.end(text ?? undefined);
    });
  }

  #identity(origin: string) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, origin, 'sec-fetch-site': 'same-origin' };
  }

  #keep(set: string): void {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
