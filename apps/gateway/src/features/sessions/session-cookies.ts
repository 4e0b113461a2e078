import type Keygrip from 'keygrip';
import { readSession, type Session } from '../../http/session.ts';
import { decodeCookieJson, readSignedCookie } from '../../secrets/signed-cookie.ts';

/** What a request's cookies say: nothing, something forged, or what we signed; there a session of null is none of ours. */
export type SessionCookie =
  | { readonly kind: 'absent' | 'forged' }
  /** `keyIndex` 0: signed with the newest key. */
  | { readonly kind: 'good'; readonly session: Session | null; readonly keyIndex: number };

/** So many are remembered at least; twice as many at most. */
const MOST = 2_000;
/** A longer header has cookies that are none of ours in it: checking it each time costs no memory. */
const LONGEST = 2_048;

/**
 * Reads session cookies, and remembers what it found good: the same header has the same signatures for as long as the keys stay, and a
 * page asks with it again and again. Only what depends on nothing but the header and the keys is remembered: whether the session lives
 * is asked of the clock and the revocations each time. What is forged is never remembered.
 */
export class SessionCookies {
  readonly #keys: Keygrip;
  readonly #name: string;
  #recent = new Map<string, SessionCookie>();
  #before: ReadonlyMap<string, SessionCookie> = new Map();

  constructor(components: { readonly keys: Keygrip }, settings: { readonly name: string }) {
    this.#keys = components.keys;
    this.#name = settings.name;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#recent.size + this.#before.size;
  }

  /** What the Cookie header says. */
  read(header: string | undefined): SessionCookie {
    if (header === undefined) return { kind: 'absent' };
    const recent = this.#recent.get(header);
    if (recent !== undefined) return recent;
    const read = this.#before.get(header) ?? this.#check(header);
    if (read.kind === 'good' && header.length <= LONGEST) this.#remember(header, read);
    return read;
  }

  #check(header: string): SessionCookie {
    const cookie = readSignedCookie(header, this.#name, this.#keys);
    if (cookie.kind !== 'good') return cookie;
    return { kind: 'good', session: readSession(decodeCookieJson(cookie.value)), keyIndex: cookie.keyIndex };
  }

  #remember(header: string, read: SessionCookie): void {
    if (this.#recent.size >= MOST) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(header, read);
  }
}
