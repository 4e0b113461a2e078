import type { IncomingMessage } from 'node:http';
import type { Clock, Ids, PersonId } from '@bough/base';
import cookieSession from 'cookie-session';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { SigningKeys } from '../../secrets/keys.ts';
import type { Revocations } from './revocations.ts';
import type { CarriedSession, OldSessions } from './old-sessions.ts';
import { type Awaited, endsAt, judge, type Session } from '../../http/session.ts';
import { SessionCookies } from './session-cookies.ts';
import { cookieValue, withoutCookies } from '../../secrets/signed-cookie.ts';

/** How long the second step may take. */
const AWAITED_MS = 10 * 60_000;

export interface SessionSettings {
  /** Browsers come over https: the cookie is Secure and bears the `__Host-` prefix, which browsers refuse otherwise. */
  readonly isSecure: boolean;
}

/** Whose session begins. */
export interface NewSession {
  readonly person: PersonId | null;
  readonly isGuest: boolean;
  /** The person's epoch when they began to show who they are; of nobody there is none. */
  readonly epoch?: number;
  /** When somebody showed who they are to begin it, or the one that it goes on from; absent: now. */
  readonly since?: number | undefined;
  /** When the person last proved to be themselves; absent: now. */
  readonly provedAt?: number;
  /** Whether that proof was in two steps, or in one that counts as both; absent: it was not. */
  readonly isTwo?: boolean;
}

/** Sessions in signed cookies: read from any request, begun and ended on requests that have an answer. */
export class Sessions {
  readonly cookieName: string;
  readonly #cookies: SessionCookies;
  readonly #write: RequestHandler;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #revocations: Revocations;
  readonly #onRenewed: (session: Session) => void;
  readonly #onCarried: (session: Session, request: IncomingMessage) => void;
  readonly #old: OldSessions | null;
  readonly #isSecure: boolean;
  readonly #present = new WeakMap<IncomingMessage, Session>();
  readonly #opened = new WeakSet<IncomingMessage>();

  constructor(
    components: {
      readonly keys: Pick<SigningKeys, 'cookies'>;
      readonly clock: Clock;
      readonly ids: Ids;
      readonly revocations: Revocations;
      /** Told of a person's session that goes on, at most once a day. */
      readonly onRenewed: (session: Session) => void;
      /** Told of a session that was carried over from another server. */
      readonly onCarried: (session: Session, request: IncomingMessage) => void;
      /** null: no other server was here before. */
      readonly old: OldSessions | null;
    },
    settings: SessionSettings,
  ) {
    this.#clock = components.clock;
    this.#ids = components.ids;
    this.#revocations = components.revocations;
    this.#onRenewed = components.onRenewed;
    this.#onCarried = components.onCarried;
    this.#old = components.old;
    this.#isSecure = settings.isSecure;
    this.cookieName = settings.isSecure ? '__Host-s' : 's';
    const keys = components.keys.cookies;
    this.#cookies = new SessionCookies({ keys }, { name: this.cookieName });
    this.#write = cookieSession({
      name: this.cookieName,
      keys,
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.isSecure,
      path: '/',
      overwrite: true,
      signed: true,
    });
  }

  /** Everything that reads or writes the session cookie, in order. */
  middleware(): RequestHandler[] {
    const read: RequestHandler = (req, res, next) => {
      this.#read(req, res);
      next();
    };
    return this.#old === null ? [read] : [read, (req, res, next) => this.#carryOver(req, res, next)];
  }

  /** The living session that the request bears, or null. Works on upgrades too. */
  of(request: IncomingMessage): Session | null {
    const known = this.#present.get(request);
    if (known !== undefined) return known;
    const cookie = this.#cookies.read(request.headers.cookie);
    const session = cookie.kind === 'good' ? cookie.session : null;
    if (session === null) return null;
    return judge(session, this.#clock.now(), this.#revocations.isRevoked(session)) === 'over' ? null : session;
  }

  /** Begins a session on the answer to the request: always a new one, in the same browser. */
  begin(request: Request, who: NewSession): Session {
    const now = this.#clock.now();
    const session: Session = {
      bid: this.of(request)?.bid ?? this.#ids.long(),
      sid: this.#ids.long(),
      uid: who.person,
      guest: who.isGuest,
      iat: now,
      seen: now,
      since: who.since ?? now,
      epoch: who.epoch ?? 0,
      proved: who.provedAt ?? now,
      two: who.isTwo ?? false,
      awaits: null,
      csrf: null,
    };
    this.#put(request, session);
    return session;
  }

  /** Remembers in this browser who has shown the first step of signing in; the session stays whose it is. */
  await(request: Request, session: Session, who: Pick<Awaited, 'person' | 'by' | 'epoch'>): Session {
    const awaits = { ...who, at: this.#clock.now() };
    const waiting = { ...session, awaits };
    this.#put(request, waiting);
    return waiting;
  }

  /** Who has shown the first step here within ten minutes, and has not had their sessions ended since. */
  awaited({ awaits }: Session): Awaited | null {
    if (awaits === null || this.#clock.now() - awaits.at >= AWAITED_MS) return null;
    return awaits.epoch === this.#revocations.epochOf(awaits.person) ? awaits : null;
  }

  #read(req: Request, res: Response): void {
    const cookie = this.#cookies.read(req.headers.cookie);
    if (cookie.kind === 'forged') this.#drop(req, res);
    if (cookie.kind !== 'good') return;
    const { session, keyIndex } = cookie;
    const verdict = session === null ? 'over' : judge(session, this.#clock.now(), this.#isRevoked(session));
    if (session === null || verdict === 'over') {
      this.#open(req);
      req.session = null;
    } else if (verdict === 'renew' || keyIndex > 0) {
      if (verdict === 'renew' && session.uid !== null) this.#onRenewed(session);
      this.#put(req, { ...session, seen: this.#clock.now() });
    } else {
      this.#present.set(req, session);
    }
  }

  /** Takes the forged cookie off the request: left in place, `cookies` would answer with a deletion that lacks SameSite. */
  #drop(req: Request, res: Response): void {
    const names = [this.cookieName, `${this.cookieName}.sig`];
    const left = withoutCookies(req.headers.cookie, names);
    if (left === undefined) delete req.headers.cookie;
    else req.headers.cookie = left;
    const secure = this.#isSecure ? '; secure' : '';
    const gone = `; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax${secure}; httponly`;
    res.setHeader(
      'set-cookie',
      names.map((name) => `${name}=${gone}`),
    );
  }

  /** An old session becomes a new one on the first request that brings it; the second, which has both, ends the old one. */
  #carryOver(req: Request, res: Response, next: NextFunction): void {
    const old = this.#old;
    const hasOld = old !== null && cookieValue(req.headers.cookie, old.cookieName) !== null;
    if (!hasOld) {
      next();
      return;
    }
    const id = old.idIn(req.headers.cookie);
    const present = this.#present.get(req);
    if (id === null || (present !== undefined && present.uid !== null)) {
      if (id !== null) old.finish(id);
      this.#forgetOld(old, res);
      next();
      return;
    }
    old.carry(id).then((carried) => {
      if (carried === null) this.#forgetOld(old, res);
      else {
        const session = this.#carriedOver(carried);
        this.#put(req, session);
        this.#onCarried(session, req);
      }
      next();
    }, next);
  }

  #carriedOver({ bid, sid, person, csrf }: CarriedSession): Session {
    const now = this.#clock.now();
    const epoch = this.#revocations.epochOf(person);
    // It has proved nothing here: what needs a proof asks for one.
    return {
      bid,
      sid,
      uid: person,
      guest: false,
      iat: now,
      seen: now,
      since: now,
      epoch,
      proved: 0,
      two: false,
      awaits: null,
      csrf,
    };
  }

  #forgetOld(old: OldSessions, res: Response): void {
    res.append(
      'set-cookie',
      `${old.cookieName}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax${this.#isSecure ? '; secure' : ''}; httponly`,
    );
  }

  #isRevoked(session: Session): boolean {
    return this.#revocations.isRevoked(session);
  }

  /** A whole new value, so that cookie and signature are both written, with all their attributes. */
  #put(req: Request, session: Session): void {
    this.#open(req);
    const { iat, since, two, awaits, csrf } = session;
    // What is not there costs no room in the cookie.
    const marks = { since: since === iat ? undefined : since, two: two ? true : undefined };
    const rare = { ...marks, awaits: awaits ?? undefined, csrf: csrf ?? undefined };
    req.session = { ...session, ...rare };
    req.sessionOptions.maxAge = Math.max(0, endsAt(session) - this.#clock.now());
    this.#present.set(req, session);
  }

  /** Lets the answer to this request write the cookie, which few answers do. */
  #open(req: Request): void {
    if (this.#opened.has(req)) return;
    this.#opened.add(req);
    const { res } = req;
    if (res === undefined) throw new Error('a bug in Bough: a session begins where there is an answer');
    // `cookies` decides by the protocol whether a cookie may be Secure; behind a proxy only the setting knows.
    Object.defineProperty(req, 'protocol', { value: this.#isSecure ? 'https' : 'http', configurable: true });
    this.#write(req, res, () => undefined);
  }
}
