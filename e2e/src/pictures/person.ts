import { type APIRequestContext, expect } from '@playwright/test';

/** Somebody at the gateway's routes, with the cookies of a browser: what they do is a change each, however fast the machine is. */
export class Person {
  readonly #http: APIRequestContext;
  readonly #site: string;
  #csrf = '';

  constructor(http: APIRequestContext, site: string) {
    this.#http = http;
    this.#site = site;
  }

  /** Asks for a link, finds it in the outbox, and comes in by it. */
  async signIn(email: string): Promise<void> {
    await this.ask('GET', '/api/session');
    await this.ask('POST', '/api/session/sign-in', { email });
    const outbox = JSON.stringify(await this.ask('GET', '/api/outbox?limit=1'));
    const secret = /secret=([\w-]+)/.exec(outbox)?.[1];
    await this.ask('POST', '/api/session/sign-in/confirm', { secret });
  }

  /** Asks, fails unless it was done, and answers what came. */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#http.fetch(`${this.#site}${path}`, {
      method,
      headers: { origin: this.#site, ...(this.#csrf === '' ? {} : { 'bough-csrf': this.#csrf }) },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true);
    const read: unknown = text === '' ? null : JSON.parse(text);
    this.#csrf = textAt(read, 'csrf') ?? textAt(valueAt(read, 'session'), 'csrf') ?? this.#csrf;
    return read;
  }

  /** One change of a map. */
  async change(map: string, ...ops: readonly object[]): Promise<void> {
    await this.ask('POST', `/api/maps/${map}/changes`, { ops });
  }

  /** What they asked for, as a text in the answer. */
  async askText(name: string, method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.ask(method, path, body);
    const text = textAt(answer, name);
    if (text === undefined) throw new Error(`${method} ${path} has no ${name}: ${JSON.stringify(answer)}`);
    return text;
  }

  /** The ids of what is in a list of the answer. */
  async askIds(list: string, path: string): Promise<readonly string[]> {
    const all = valueAt(await this.ask('GET', path), list);
    return Array.isArray(all) ? all.map((one) => textAt(one, 'id') ?? '') : [];
  }
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const found = valueAt(value, name);
  return typeof found === 'string' ? found : undefined;
}
