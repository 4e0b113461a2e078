import type { IncomingMessage } from 'node:http';
import { parseBase64Url, parsePersonId, type PersonId, toBase64Url } from '@bough/base';
import type { Request } from 'express';
import { openBytes, sealBytes } from '../../../secrets/sealed-bytes.ts';
import type { Revocations } from '../../sessions/revocations.ts';
import { cookieValue } from '../../../secrets/signed-cookie.ts';

// Which addresses have signed in in this browser, so that whoever floods an address with requests does not stop those who are known, and nobody is
// mailed about a browser of theirs: a cookie of marks. Each is bound to an address, and has sealed in it whose it was and their epoch then, so
// that what ends all sessions of a person has every browser forget them. It lets nobody in, names nobody, and outlives the session.

const MOST = 4;
const MARK = /^[\w-]{40,120}$/;
const DAYS = 400;

/** Somebody who is signed in here. */
export interface SignedInHere {
  readonly id: PersonId;
  readonly email: string | null;
}

/** Knows browsers again by the addresses that have signed in there. */
export class KnownBrowsers {
  readonly #keys: readonly Uint8Array[];
  readonly #revocations: Pick<Revocations, 'epochOf'>;
  readonly #name: string;
  readonly #isSecure: boolean;
  /** What the answer to a request will say, where it says anything. */
  readonly #noted = new WeakMap<IncomingMessage, readonly string[]>();

  constructor(
    components: { readonly keys: readonly Uint8Array[]; readonly revocations: Pick<Revocations, 'epochOf'> },
    settings: { readonly isSecure: boolean },
  ) {
    this.#keys = components.keys;
    this.#revocations = components.revocations;
    this.#isSecure = settings.isSecure;
    this.#name = settings.isSecure ? '__Host-k' : 'k';
  }

  /** Whether somebody with this address has signed in in the browser of the request, and has not had all sessions ended since. */
  isKnown(request: IncomingMessage, email: string): boolean {
    return this.#marksOf(request).some((mark) => {
      const of = this.#read(mark, email);
      return of !== null && this.#revocations.epochOf(of.person) <= of.epoch;
    });
  }

  /** Somebody has signed in in a session of this epoch, or goes on in one: the answer to the request says so to its browser. */
  note(request: Request, { id, email }: SignedInHere, epoch: number): void {
    const [newest] = this.#keys;
    if (email === null || newest === undefined) return;
    const mark = toBase64Url(sealBytes(newest, boundTo(email), Buffer.from(`${id} ${epoch}`)));
    const others = this.#marksOf(request).filter((each) => this.#read(each, email) === null);
    const marks = [mark, ...others].slice(0, MOST);
    this.#noted.set(request, marks);
    const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${DAYS * 86_400}${this.#isSecure ? '; Secure' : ''}`;
    request.res?.appendHeader('set-cookie', `${this.#name}=${marks.join('.')}; ${attributes}`);
  }

  /** Whose a mark is; null: nobody's with this address. */
  #read(mark: string, email: string): { readonly person: PersonId; readonly epoch: number } | null {
    const opened = openBytes(this.#keys, boundTo(email), parseBase64Url(mark) ?? new Uint8Array(0));
    if (opened === null) return null;
    const [id, epoch] = Buffer.from(opened.plain).toString().split(' ');
    const person = parsePersonId(id);
    return person === null ? null : { person, epoch: Number(epoch) };
  }

  #marksOf(request: IncomingMessage): readonly string[] {
    const value = cookieValue(request.headers.cookie, this.#name) ?? '';
    return (
      this.#noted.get(request) ??
      value
        .split('.')
        .filter((mark) => MARK.test(mark))
        .slice(0, MOST)
    );
  }
}

function boundTo(email: string): string {
  return `known ${email.toLowerCase()}`;
}
