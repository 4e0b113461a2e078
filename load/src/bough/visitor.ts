import { tryJson } from '@bough/base';
import { HEADERS } from '@bough/contracts';

/** Nobody waits longer for an answer. */
const PATIENCE_MS = 60_000;

/** An answer that is none. */
export class Refused extends Error {
  readonly status: number;
  /** As Bough names what went wrong; null: Bough did not say this. */
  readonly code: string | null;
  /** What it says to a person; null: nothing. */
  readonly said: string | null;

  constructor(status: number, what: string, text: string) {
    super(`${what} answered ${status}: ${text}`);
    this.status = status;
    const said = tryJson(text);
    this.code = textOf(said, 'code');
    this.said = textOf(said, 'message');
  }
}

/** Somebody's browser, as far as HTTP goes: keeps its cookies and asks as the page does. */
export class Visitor {
  readonly origin: string;
  cookie = '';
  csrf = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A new guest. */
  static async guest(origin: string): Promise<Visitor> {
    const visitor = new Visitor(origin);
    await visitor.ask('GET', '/api/session');
    await visitor.ask('POST', '/api/session/guest', { name: null });
    return visitor;
  }

  /** Asks, throws unless it was done, and answers what came. */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.fetch(method, path, body);
    const text = await answer.text();
    this.#keepCookies(answer.headers.getSetCookie());
    const read: unknown = text === '' ? null : JSON.parse(text);
    this.csrf = textOf(read, 'csrf') ?? textOf(fieldOf(read, 'session'), 'csrf') ?? this.csrf;
    return read;
  }

  /** Asks, throws unless it was done, and answers the answer. */
  async fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        origin: this.origin,
        'content-type': 'application/json',
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(this.csrf === '' ? {} : { [HEADERS.csrf]: this.csrf }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Refused(answer.status, `${method} ${path}`, await answer.text());
    return answer;
  }

  /** A map as it is shown to them, or was at that number, and which moment of it that is. */
  async document(
    map: string,
    at: number | null = null,
  ): Promise<{ readonly lineage: string | null; readonly seq: number; readonly text: string }> {
    const answer = await this.fetch('GET', `/api/maps/${map}/document${at === null ? '' : `?at=${at}`}`);
    const { headers } = answer;
    return { lineage: headers.get(HEADERS.lineage), seq: Number(headers.get(HEADERS.seq)), text: await answer.text() };
  }

  /** Decides what a member may do from now on. */
  async giveRole(map: string, person: string, role: 'edit' | 'comment'): Promise<void> {
    await this.ask('PUT', `/api/maps/${map}/members/${person}`, { role });
  }

  /** Makes a map; answers its id. */
  async makeMap(title: string): Promise<string> {
    return mustText(await this.ask('POST', '/api/maps', { title, folder: null }), 'id');
  }

  /** Makes a copy of a map; answers its id. */
  async copyMap(map: string, title: string): Promise<string> {
    return mustText(await this.ask('POST', `/api/maps/${map}/copies`, { title }), 'id');
  }

  /** Makes a link by which others may edit, or what is said; answers its secret. */
  async makeLink(map: string, role: 'edit' | 'comment' = 'edit'): Promise<string> {
    const link = { role, needsSignIn: false, mayCopy: true, expiresAt: null };
    return mustText(await this.ask('POST', `/api/maps/${map}/links`, link), 'secret');
  }

  /** Comes by a link. */
  async join(secret: string): Promise<void> {
    await this.ask('POST', '/api/join', { secret });
  }

  /** A ticket for one socket of this client. */
  async ticket(map: string, client: string): Promise<string> {
    return mustText(await this.ask('POST', `/api/maps/${map}/ticket?client=${client}`), 'ticket');
  }

  #keepCookies(lines: readonly string[]): void {
    const kept = new Map(
      this.cookie
        .split('; ')
        .flatMap((pair) => (pair === '' ? [] : [[pair.slice(0, pair.indexOf('=')), pair] as const])),
    );
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      kept.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    this.cookie = [...kept.values()].join('; ');
  }
}

/** Does `work` for 0..count-1, so many at a time, and answers what came of each. */
export async function inLanes<T>(count: number, lanes: number, work: (n: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      done[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}

function mustText(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (text === null) throw new Error(`an answer without ${name}: ${JSON.stringify(value)}`);
  return text;
}
