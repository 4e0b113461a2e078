import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_PIECE_BYTES } from '@bough/contracts';
import { visitorOf } from '../bough/record.ts';
import { Visitor } from '../bough/visitor.ts';
import type { GivenPerson } from '../k6/given.ts';
import { lookInto } from './tabs.ts';

/** From the end of one to the beginning of the next. */
const PAUSE_MS = 4_000;
const AGAIN_MS = 2_000;
const LOOK_MS = 3_000;
const FORMATS = ['svg', 'mm', 'markdown', 'pdf'] as const;
/** An address gets twenty emails an hour, and what is beyond that waits: so many that none has to. */
const READERS = 16;

/** What was asked for besides changes of maps. */
interface Asked {
  asks: number;
  files: number;
  pieces: number;
  emails: number;
  purges: number;
}

/** What people do besides drawing, one after the other and again and again. What each of them makes it removes, but what Bough keeps of it by design. */
export class Errands {
  readonly problems: string[] = [];
  readonly #url: string;
  /** The owners of the maps that everybody works on. */
  readonly #owners: readonly GivenPerson[];
  /** A map that nobody works on: opened and closed, copied and thrown away. */
  readonly #quiet: GivenPerson;
  /** Let in by a link again and again. */
  readonly #guest: Visitor;
  readonly #asked: Asked = { asks: 0, files: 0, pieces: 0, emails: 0, purges: 0 };
  #going: Promise<void> = Promise.resolve();
  readonly #over = new AbortController();

  private constructor(
    url: string,
    people: { readonly owners: readonly GivenPerson[]; readonly quiet: GivenPerson; readonly guest: Visitor },
  ) {
    this.#url = url;
    this.#owners = people.owners;
    this.#quiet = people.quiet;
    this.#guest = people.guest;
  }

  static async of(url: string, owners: readonly GivenPerson[]): Promise<Errands> {
    const [keeper, guest] = [await Visitor.guest(url), await Visitor.guest(url)];
    const map = await keeper.makeMap('Quiet');
    const { cookie, csrf } = keeper;
    return new Errands(url, { owners, quiet: { cookie, csrf, map }, guest });
  }

  get acts(): Readonly<Asked> {
    return { ...this.#asked };
  }

  begin(): void {
    this.#going = this.#go();
  }

  /** Resolves when the one that is under way is done, and begins no other. */
  async end(): Promise<void> {
    this.stop();
    await this.#going;
  }

  stop(): void {
    this.#over.abort();
  }

  async #go(): Promise<void> {
    const all = [
      ['a file', (n: number) => this.#save(n)],
      ['sharing', (n: number) => this.#share(n)],
      ['a copy', () => this.#copy()],
      ['a look', () => lookInto(this.#url, this.#quiet, LOOK_MS)],
      ['a version', (n: number) => this.#version(n)],
      ['home', (n: number) => this.#home(n)],
      ['an email', (n: number) => this.#email(n)],
    ] as const;
    for (let n = 0; !this.#over.signal.aborted; n++) {
      const [name, errand] = all[n % all.length] ?? all[0];
      await this.#twice(name, () => errand(Math.floor(n / all.length)));
      await sleep(PAUSE_MS, undefined, { signal: this.#over.signal }).catch(() => undefined);
    }
  }

  /** Who fails tries once more, as people do. */
  async #twice(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work().catch(async () => {
        await sleep(AGAIN_MS);
        await work();
      });
    } catch (failure) {
      this.problems.push(`${name} fails twice: ${String(failure)}`);
    }
  }

  #owner(n: number): { readonly owner: Visitor; readonly map: string } {
    const given = this.#owners[n % this.#owners.length];
    if (given === undefined) throw new Error('maps have owners');
    return { owner: visitorOf(this.#url, given), map: given.map };
  }

  async #ask(who: Visitor, method: string, path: string, body?: unknown): Promise<unknown> {
    this.#asked.asks++;
    return await who.ask(method, path, body);
  }

  async #save(n: number): Promise<void> {
    const { owner, map } = this.#owner(n);
    this.#asked.files++;
    const answer = await owner.fetch('GET', `/api/maps/${map}/export/${FORMATS[n % FORMATS.length] ?? 'svg'}`);
    const { byteLength } = await answer.arrayBuffer();
    this.#asked.pieces += Math.ceil(byteLength / EXPORT_PIECE_BYTES);
  }

  async #share(n: number): Promise<void> {
    const { owner, map } = this.#owner(n);
    const path = `/api/maps/${map}`;
    const link = { role: 'edit', needsSignIn: false, mayCopy: true, expiresAt: null };
    const { id, secret } = textsOf(await this.#ask(owner, 'POST', `${path}/links`, link));
    await this.#ask(this.#guest, 'POST', '/api/join', { secret });
    await (await this.#guest.fetch('GET', `${path}/document`)).arrayBuffer();
    await this.#ask(this.#guest, 'POST', `${path}/leave`);
    await this.#ask(owner, 'DELETE', `${path}/links/${id ?? ''}`);
  }

  async #copy(): Promise<void> {
    const keeper = visitorOf(this.#url, this.#quiet);
    const { id } = textsOf(await this.#ask(keeper, 'POST', `/api/maps/${this.#quiet.map}/copies`, { title: 'Copy' }));
    await this.#ask(keeper, 'POST', `/api/maps/${id ?? ''}/trash`);
    this.#asked.purges++;
    await this.#ask(keeper, 'DELETE', `/api/maps/${id ?? ''}`);
  }

  async #version(n: number): Promise<void> {
    const { owner, map } = this.#owner(n);
    const path = `/api/maps/${map}/versions`;
    const { id } = textsOf(await this.#ask(owner, 'POST', path, { seq: 1, name: `Version ${n}` }));
    await owner.ask('GET', path);
    await this.#ask(owner, 'DELETE', `${path}/${id ?? ''}`);
  }

  async #home(n: number): Promise<void> {
    const { owner, map } = this.#owner(n);
    for (const path of ['/api/maps', '/api/bell', '/api/search?q=aged', `/api/maps/${map}/members`]) {
      await owner.ask('GET', path);
    }
  }

  /** Nobody reads it. */
  async #email(n: number): Promise<void> {
    this.#asked.emails++;
    const somebody = new Visitor(this.#url);
    await somebody.ask('GET', '/api/session');
    await this.#ask(somebody, 'POST', '/api/session/sign-in', { email: `soak-${n % READERS}@example.org` });
  }
}

function textsOf(answer: unknown): Readonly<Record<string, string>> {
  const entries = typeof answer === 'object' && answer !== null ? Object.entries(answer) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
