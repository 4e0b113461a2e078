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

  async makeMap(title: string): Promise<void> {
    await this.#open();
    await this.#ask('POST', '/api/maps', { title });
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
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'bough-csrf': this.#csrf,
      'sec-fetch-site': 'same-origin',
      origin,
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

  #keep(set: string): void {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
