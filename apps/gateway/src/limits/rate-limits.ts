import type { Clock } from '@bough/base';
import type { Bus } from '../bus/bus.ts';
import { GatewayFailure } from '../failure.ts';
import { hashSecret } from '../secrets/secrets.ts';
import { Buckets } from './buckets.ts';
import { type Bucket, type BucketSettings, tryTake, waitMs } from './token-bucket.ts';

/** What is limited, and how: each subject (an address, a person, a network address) has a bucket of its own. */
export const LIMITS = {
  // What one network asks for an address is its own; what all together do is bounded, and does not touch known browsers.
  'sign-in by address and network': { burst: 5, perSecond: 5 / 3_600 },
  'sign-in by address': { burst: 30, perSecond: 30 / 3_600 },
  'sign-in by known browser': { burst: 10, perSecond: 10 / 3_600 },
  // Behind one address there may be a school: thirty classes ask for their mails within a minute.
  'sign-in by network address': { burst: 1_000, perSecond: 250 / 3_600 },
  // Nobody guesses 256 bits; what is counted is the work of looking them up.
  'confirm by network address': { burst: 3_000, perSecond: 20 },
  'password by address and network': { burst: 10, perSecond: 10 / 900 },
  'password by address': { burst: 100, perSecond: 100 / 3_600 },
  'password by known browser': { burst: 10, perSecond: 10 / 900 },
  // Of these only those that were wrong are counted: who knows the password takes nothing from the others.
  'password by network address': { burst: 120, perSecond: 60 / 900 },
  'provider by network address': { burst: 3_000, perSecond: 20 },
  // Nobody guesses a key; what is counted is the work of holding answers against keys.
  'passkey by network address': { burst: 600, perSecond: 1 },
  'passkeys by person': { burst: 40, perSecond: 40 / 3_600 },
  'mails about copied passkeys': { burst: 3, perSecond: 3 / 86_400 },
  'logouts by network address': { burst: 300, perSecond: 1 },
  'proof by person': { burst: 20, perSecond: 20 / 900 },
  // Somebody who has the password may guess at codes: thirty a day find one in thirty years. A browser where the person has signed in is counted by itself.
  'codes by person': { burst: 30, perSecond: 30 / 86_400 },
  'codes by known browser': { burst: 10, perSecond: 10 / 900 },
  'account export by person': { burst: 3, perSecond: 3 / 3_600 },
  'guests by network address': { burst: 1_000, perSecond: 250 / 3_600 },
  // Of what the page's policy refused; what is more is passed over.
  'reports by network address': { burst: 20, perSecond: 1 / 6 },
  'maps by person': { burst: 100, perSecond: 100 / 3_600 },
  // A library that somebody brings along. Both counts together are what one person can make.
  'imported maps by person': { burst: 500, perSecond: 500 / 3_600 },
  'links by person': { burst: 60, perSecond: 60 / 3_600 },
  'folders by person': { burst: 100, perSecond: 100 / 3_600 },
  // Groups that are made, and maps that are given to them.
  'groups by person': { burst: 100, perSecond: 100 / 3_600 },
  // People of groups who are told of a map count with both, too.
  'invitations by person': { burst: 50, perSecond: 50 / 3_600 },
  'invitations by address': { burst: 10, perSecond: 10 / 3_600 },
  // Each mails the owners of a map, whom the person need not know.
  'requests for access by person': { burst: 10, perSecond: 10 / 86_400 },
  // Each mails somebody.
  'transfers by person': { burst: 10, perSecond: 10 / 86_400 },
  'tokens by person': { burst: 20, perSecond: 20 / 3_600 },
  // Of anybody without a session, here as with exports: all of their network together.
  'documents by person': { burst: 1_000, perSecond: 20 },
  'old moments by person': { burst: 240, perSecond: 8 },
  'pages of history by person': { burst: 600, perSecond: 20 },
  'searches by person': { burst: 60, perSecond: 5 },
  'wrong tokens by network address': { burst: 100, perSecond: 1 },
  'requests by token': { burst: 120, perSecond: 20 },
  'join by network address': { burst: 3_000, perSecond: 20 },
  'versions by person': { burst: 60, perSecond: 60 / 600 },
  // Each reads what was changed since a moment, and rings at people.
  'restorations by person': { burst: 30, perSecond: 30 / 600 },
  'images by person': { burst: 60, perSecond: 60 / 600 },
  'imported images by person': { burst: 300, perSecond: 300 / 600 },
  // Twice for each file that the page saves: once it is made, then it is fetched.
  'export by person': { burst: 40, perSecond: 40 / 60 },
  // One for each format that somebody looks at in the dialog.
  'export reports by person': { burst: 120, perSecond: 2 },
  // What leaves an entry in the audit log: one person must not fill a disk.
  'audited by person': { burst: 1_000, perSecond: 500 / 3_600 },
  // Of people who have a session; those who have none yet are counted by their network.
  'requests by person': { burst: 1_200, perSecond: 60 },
  'requests by network address': { burst: 1_200, perSecond: 300 },
} as const satisfies Record<string, BucketSettings>;
export type LimitName = keyof typeof LIMITS;

const SUBJECTS_MOST = 50_000;
/** Who is nobody yet waits so long for their network's turn before they are refused. */
const WAIT_MOST_MS = 4_000;

/** A subject's bucket as it stands. */
interface BucketNow {
  readonly name: LimitName;
  readonly subject: string;
  readonly settings: BucketSettings;
  readonly nowMs: number;
  /** null: it was never seen, or is forgotten. */
  readonly known: Bucket | null;
  /** With one taken out of it; null: none is left. */
  readonly next: Bucket | null;
}

/**
 * Buckets in this process's memory: with several gateways each counts for itself, so that as many times as much passes as there are
 * gateways. What guesses at secrets or sends mail is counted on all of them together.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #buckets = new Buckets({ most: SUBJECTS_MOST });
  readonly #factor: number;
  readonly #bus: Bus;

  /** `factor` widens every limit: load tests come from one address. */
  constructor(components: { readonly clock: Clock; readonly bus: Bus }, settings: { readonly factor: number }) {
    this.#clock = components.clock;
    this.#bus = components.bus;
    this.#factor = settings.factor;
  }

  /** Throws GatewayFailure 'too-many' when the subject has used up what it has. */
  mustTake(name: LimitName, subject: string): void {
    const bucket = this.#bucketOf(name, subject);
    if (bucket.next === null) throw tooManyIn(bucket);
    this.#keep(bucket, bucket.next);
  }

  /**
   * The same, for what is worth waiting for: where the subject has used up what it has, the request waits for its turn, and only what would
   * wait too long is refused.
   */
  async mustTakeInTurn(name: LimitName, subject: string): Promise<void> {
    const { burst, perSecond } = this.#settingsOf(name);
    // Debts are turns that are given already: the queue is as long as what comes back in the longest wait.
    const owed = Math.ceil((perSecond * WAIT_MOST_MS) / 1_000);
    const bucket = this.#bucketOf(name, subject, { burst: burst + owed, perSecond });
    const { next } = bucket;
    if (next === null) throw new TooMany(Math.ceil(WAIT_MOST_MS / 1_000));
    this.#keep(bucket, next);
    const turnMs = ((owed - next.left) / perSecond) * 1_000;
    if (turnMs > 0) await new Promise<void>((resolve) => this.#clock.after(turnMs, resolve));
  }

  /** The same, for what can wait: false, and nothing is taken, unless so much is left to the subject afterwards. */
  tryTakeLeaving(name: LimitName, subject: string, left: number): boolean {
    const bucket = this.#bucketOf(name, subject);
    if (bucket.next === null || bucket.next.left < left) return false;
    this.#keep(bucket, bucket.next);
    return true;
  }

  /** Throws 'too-many' when the subject has used up what it has, and takes nothing: for what is counted once it was wrong. */
  mustHave(name: LimitName, subject: string): void {
    const bucket = this.#bucketOf(name, subject);
    if (bucket.known !== null && bucket.next === null) throw tooManyIn(bucket);
  }

  /** Counts what was wrong, on all gateways together; nobody is refused by it, but the next who asks `mustHave`. */
  async countEverywhere(name: LimitName, subject: string): Promise<void> {
    const bucket = this.#bucketOf(name, subject);
    const empty = { left: 0, atMs: bucket.nowMs };
    this.#keep(bucket, bucket.next ?? empty);
    const count = await this.#countTogether(name, subject);
    if (count !== null && count >= bucket.settings.burst) this.#keep(bucket, empty);
  }

  /** The same on all gateways together. While the bus is away each counts for itself: nobody waits, or is let through uncounted. */
  async mustTakeEverywhere(name: LimitName, subject: string): Promise<void> {
    this.mustTake(name, subject);
    const count = await this.#countTogether(name, subject);
    if (count !== null && count > this.#settingsOf(name).burst) throw new TooMany(Math.ceil(windowMs(name) / 1_000));
  }

  /** The same, for what must not be told: false where the subject has used up what it has. */
  async tryTakeEverywhere(name: LimitName, subject: string): Promise<boolean> {
    try {
      await this.mustTakeEverywhere(name, subject);
      return true;
    } catch (failure) {
      if (failure instanceof TooMany) return false;
      throw failure;
    }
  }

  #bucketOf(name: LimitName, subject: string, settings = this.#settingsOf(name)): BucketNow {
    const nowMs = this.#clock.monotonic();
    const known = this.#buckets.get(name, subject);
    return { name, subject, settings, nowMs, known, next: tryTake(known, settings, nowMs) };
  }

  /** Counts it on all gateways, and answers how often they have within the window; null while no other is reached. */
  async #countTogether(name: LimitName, subject: string): Promise<number | null> {
    if (!this.#bus.reachesOthers) return null;
    return await this.#bus.count(`limit:${name}:${hashSecret(subject)}`, windowMs(name));
  }

  #settingsOf(name: LimitName): BucketSettings {
    return { burst: LIMITS[name].burst * this.#factor, perSecond: LIMITS[name].perSecond * this.#factor };
  }

  #keep({ name, subject, settings }: BucketNow, bucket: Bucket): void {
    this.#buckets.keep(name, subject, bucket, settings);
  }
}

/** In how long all of a burst comes back. */
function windowMs(name: LimitName): number {
  return (LIMITS[name].burst / LIMITS[name].perSecond) * 1_000;
}

function tooManyIn({ known, settings, nowMs }: BucketNow): TooMany {
  return new TooMany(Math.ceil(waitMs(known ?? { left: 0, atMs: nowMs }, settings, nowMs) / 1_000));
}

/** 'too-many', with how long to wait. */
export class TooMany extends GatewayFailure {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('too-many', 'Too many requests.', { hint: `Try again in ${retryAfterS} s.` });
    this.retryAfterS = retryAfterS;
  }
}
