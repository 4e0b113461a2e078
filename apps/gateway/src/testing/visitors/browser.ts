import { type IncomingHttpHeaders, request } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import type { LinkRole, MapFacts, PersonFacts, SessionFacts, ShareLink } from '@bough/contracts';
import { PUBLIC_URL, type RunningGateway } from '../world.ts';

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // What was answered is looked at field by field, by what the test expects.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever came
  readonly json: any;
}

/** Asks exactly what is said, with no header of its own. */
export async function ask(gateway: Pick<RunningGateway, 'port'>, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = asking;
  const isFile = body instanceof Uint8Array;
  const sent = body === undefined ? null : typeof body === 'string' || isFile ? body : JSON.stringify(body);
  const kind = isFile ? 'application/octet-stream' : 'application/json';
  const type = sent === null ? {} : { 'content-type': kind, 'content-length': Buffer.byteLength(sent) };
  return await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: gateway.port, path, method, headers: { ...type, ...headers } };
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
    });
    asked.on('error', reject);
    asked.end(sent);
  });
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const plain = headers['content-encoding'] === 'zstd' ? zstdDecompressSync(bytes) : bytes;
  const text = plain.toString('utf8');
  const isJson = /^application\/(problem\+)?json/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, bytes, text, json: isJson ? JSON.parse(text) : null };
}

/** Somebody's browser: keeps cookies, and asks as our own page does. */
export class Browser {
  readonly gateway: Pick<RunningGateway, 'port'>;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;
  csrf = '';

  constructor(gateway: Pick<RunningGateway, 'port'>, headers: Readonly<Record<string, string>> = {}) {
    this.gateway = gateway;
    this.#headers = headers;
  }

  /** A browser of a new guest. */
  static async guest(gateway: Pick<RunningGateway, 'port'>, name: string | null = null): Promise<Browser> {
    const browser = new Browser(gateway);
    await browser.open();
    await browser.must('POST', '/api/session/guest', { name });
    return browser;
  }

  /** The header, as the browser would send it. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Puts the cookies of such a header in place of its own. */
  take(cookie: string): void {
    this.#cookies.clear();
    for (const pair of cookie.split('; ').filter((each) => each !== '')) {
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** The same cookies and token in front of another gateway. */
  at(gateway: Pick<RunningGateway, 'port'>): Browser {
    const browser = new Browser(gateway, this.#headers);
    browser.take(this.cookie);
    browser.csrf = this.csrf;
    return browser;
  }

  /** Asks who is here, as the page does first. */
  async open(): Promise<SessionFacts> {
    return (await this.must('GET', '/api/session')).json;
  }

  /** Asks as the page does. */
  async ask(method: string, path: string, body?: unknown, headers: Asking['headers'] = {}): Promise<Answer> {
    const own =
      method === 'GET' ? {} : { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'bough-csrf': this.csrf };
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie };
    const answer = await ask(this.gateway, path, {
      method,
      body,
      headers: { ...own, ...cookie, ...this.#headers, ...headers },
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (line.includes('expires=Thu, 01 Jan 1970')) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const csrf: unknown = answer.json?.csrf ?? answer.json?.session?.csrf;
    if (typeof csrf === 'string') this.csrf = csrf;
    return answer;
  }

  /** Asks, and throws unless it was done. */
  async must(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  /** Asks, and answers the code of the refusal; where there is none, the status. */
  async outcome(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, json } = await this.ask(method, path, body);
    return json?.code ?? status;
  }

  async person(): Promise<PersonFacts> {
    const { person } = await this.open();
    if (person === null) throw new Error('nobody is here');
    return person;
  }
  async makeMap(title = 'A map'): Promise<MapFacts> {
    return (await this.must('POST', '/api/maps', { title })).json;
  }
  async makeLink(map: string, role: LinkRole, mayReadPast = false): Promise<ShareLink & { readonly secret: string }> {
    return (await this.must('POST', `/api/maps/${map}/links`, { role, mayReadPast })).json;
  }
  /** Somebody new, who came to this person's map by a link. */
  async guestAt(map: string, role: LinkRole, mayReadPast = false): Promise<Browser> {
    const { secret } = await this.makeLink(map, role, mayReadPast);
    const guest = await Browser.guest(this.gateway);
    await guest.must('POST', '/api/join', { secret });
    return guest;
  }
  async join(secret: string): Promise<Answer> {
    return await this.ask('POST', '/api/join', { secret });
  }
}
