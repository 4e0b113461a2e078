import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Cancel, type Clock, parsePersonId, type PersonId, toBase64Url, tryJson } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import type { AccountStore } from '../../metadata/accounts/account-store.ts';
import type { PeopleStore } from '../../metadata/people/people-store.ts';
import type { Revocations } from './revocations.ts';
import { cookieValue } from '../../secrets/signed-cookie.ts';

// Sessions of express-session with connect-mongo, carried over once. The browser brings `connect.sid=s:ID.SIGNATURE` (percent-encoded;
// SIGNATURE is the HMAC-SHA-256 of ID in base64 without padding); the row with _id ID holds the session as JSON. Its person and the
// secret of its CSRF tokens go into a signed cookie whose ids follow from ID: requests that come at once carry it over into the very
// same session, and one that was ended stays ended, though the row may still be there. The row goes once the browser has shown that
// it has the new cookie: in batches, so that carrying over writes nothing and what is removed costs a hundredth of a write.

/** Where old sessions are kept. */
export interface OldSessionStore {
  /** The row, or null; what is in it is whatever it is. */
  find(id: string): Promise<{ readonly session: unknown; readonly expires: unknown } | null>;
  remove(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
export interface OldSessionSettings {
  readonly cookie: string;
  readonly secrets: readonly string[];
  /** Where the person stands in a session, and the secret of CSRF tokens: names with dots between. */
  readonly person: string;
  readonly csrf: string;
}
/** What is carried over. */
export interface CarriedSession {
  readonly bid: string;
  readonly sid: string;
  readonly person: PersonId;
  readonly csrf: string | null;
}

const BATCH = 100;
const BATCH_MS = 1_000;
const SECRET_MOST = 200;

/** Carries old sessions over, and removes those that were. */
export class OldSessions {
  readonly #store: OldSessionStore;
  readonly #metadata: PeopleStore & AccountStore;
  readonly #revocations: Revocations;
  readonly #clock: Clock;
  readonly #onTrouble: (error: unknown) => void;
  readonly #settings: OldSessionSettings;
  #done: string[] = [];
  #cancel: Cancel | null = null;

  constructor(
    components: {
      readonly store: OldSessionStore;
      readonly metadata: PeopleStore & AccountStore;
      readonly revocations: Revocations;
      readonly clock: Clock;
      readonly onTrouble: (error: unknown) => void;
    },
    settings: OldSessionSettings,
  ) {
    this.#store = components.store;
    this.#metadata = components.metadata;
    this.#revocations = components.revocations;
    this.#clock = components.clock;
    this.#onTrouble = components.onTrouble;
    this.#settings = settings;
  }

  get cookieName(): string {
    return this.#settings.cookie;
  }

  /** The id in the old cookie, when one of the secrets signed it. */
  idIn(cookies: string | undefined): string | null {
    const raw = cookieValue(cookies, this.#settings.cookie);
    const value = raw === null ? null : decoded(raw);
    if (value === null || !value.startsWith('s:')) return null;
    const dot = value.lastIndexOf('.');
    const id = value.slice(2, dot);
    const signature = Buffer.from(value.slice(dot + 1));
    for (const secret of this.#settings.secrets) {
      const expected = Buffer.from(createHmac('sha256', secret).update(id).digest('base64').replaceAll('=', ''));
      if (dot > 2 && expected.length === signature.length && timingSafeEqual(expected, signature)) return id;
    }
    return null;
  }

  /** What the old session becomes; null: it is over, was ended, or is nobody's. Rejects when that cannot be looked up. */
  async carry(id: string): Promise<CarriedSession | null> {
    const row = await this.#store.find(id);
    const now = this.#clock.now();
    if (row === null || (row.expires instanceof Date && row.expires.getTime() <= now)) return null;
    const session = fromJson(row.session);
    const person = await this.#personOf(at(session, this.#settings.person));
    if (person === null) return null;
    const sid = longIdFrom(`session ${id}`);
    // "Sign out everywhere" reaches old sessions too: those that were last used before it.
    if (this.#revocations.isEnded(sid) || usedAt(session, row.expires) < this.#revocations.validAfter(person))
      return null;
    const csrf = at(session, this.#settings.csrf);
    const isSecret = typeof csrf === 'string' && csrf.length <= SECRET_MOST;
    return { bid: longIdFrom(`browser ${id}`), sid, person, csrf: isSecret ? csrf : null };
  }

  /** The browser has the new cookie: the row goes, soon and with others. */
  finish(id: string): void {
    this.#done.push(id);
    if (this.#done.length >= BATCH) this.#removeDone();
    else this.#cancel ??= this.#clock.after(BATCH_MS, () => this.#removeDone());
  }

  /** Removes what is to go. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    const ids = [...new Set(this.#done)];
    this.#done = [];
    if (ids.length > 0) await this.#store.remove(ids);
  }

  #removeDone(): void {
    // A row that stays is removed by the database when it expires; its browser has forgotten it.
    this.flush().catch(this.#onTrouble);
  }

  async #personOf(said: unknown): Promise<PersonId | null> {
    const id = parsePersonId(said);
    const email = emailAddress(said);
    const found =
      id !== null
        ? await this.#metadata.person(id)
        : email.ok
          ? await this.#metadata.personByEmail(email.value.toLowerCase())
          : null;
    if (found === null) return null;
    return (await this.#metadata.account(found.id)).disabledAt === null ? found.id : null;
  }
}

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** connect-mongo keeps a session as JSON, or, told so, as a document. */
function fromJson(session: unknown): unknown {
  return typeof session === 'string' ? tryJson(session) : session;
}

function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

/** When the session was last used: express-session moves its end on by the whole life each time. */
function usedAt(session: unknown, expires: unknown): number {
  const life = at(session, 'cookie.originalMaxAge');
  const ends = expires instanceof Date ? expires.getTime() : Number.NaN;
  const used = typeof life === 'number' ? ends - life : Number.NaN;
  return Number.isFinite(used) ? used : 0;
}

/** A long id (the form of a UUID of version 7) that follows from the text and tells nothing of it. */
function longIdFrom(text: string): string {
  const bytes = createHash('sha256').update(`bough old ${text}`).digest().subarray(0, 16);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return toBase64Url(bytes);
}
