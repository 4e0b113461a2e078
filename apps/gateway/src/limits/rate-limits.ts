import type { Clock } from '@bough/base';
import type { Bus } from '../bus/bus.ts';
import { GatewayFailure } from '../failure.ts';
import { hashSecret } from '../people/secrets.ts';
import { type Bucket, type BucketSettings, tryTake, waitMs } from './token-bucket.ts';

/** What is limited, and how: each subject (an address, a person, a network address) has a bucket of its own. */
export const LIMITS = {
  'sign-in by address': { burst: 5, perSecond: 5 / 3_600 },
  'sign-in by network address': { burst: 30, perSecond: 30 / 3_600 },
  'confirm by network address': { burst: 30, perSecond: 30 / 600 },
  'password by address': { burst: 10, perSecond: 10 / 900 },
  'password by network address': { burst: 60, perSecond: 60 / 900 },
  'provider by network address': { burst: 60, perSecond: 60 / 600 },
  'proof by person': { burst: 20, perSecond: 20 / 900 },
  'account export by person': { burst: 3, perSecond: 3 / 3_600 },
  'guests by network address': { burst: 60, perSecond: 60 / 3_600 },
  'maps by person': { burst: 100, perSecond: 100 / 3_600 },
  'links by person': { burst: 60, perSecond: 60 / 3_600 },
  'folders by person': { burst: 100, perSecond: 100 / 3_600 },
  'invitations by person': { burst: 50, perSecond: 50 / 3_600 },
  'invitations by address': { burst: 10, perSecond: 10 / 3_600 },
  'tokens by person': { burst: 20, perSecond: 20 / 3_600 },
  'searches by person': { burst: 60, perSecond: 5 },
  'wrong tokens by network address': { burst: 100, perSecond: 1 },
  'requests by token': { burst: 120, perSecond: 20 },
  'join by network address': { burst: 60, perSecond: 60 / 600 },
  'versions by person': { burst: 60, perSecond: 60 / 600 },
  'images by person': { burst: 60, perSecond: 60 / 600 },
  // Twice for each file that the page saves: once it is made, then it is fetched.
  'export by person': { burst: 40, perSecond: 40 / 60 },
  'requests by network address': { burst: 600, perSecond: 100 },
} as const satisfies Record<string, BucketSettings>;
export type LimitName = keyof typeof LIMITS;

const SUBJECTS_MOST = 50_000;

/**
 * Buckets in this process's memory: with several gateways each counts for itself, so that as many times as much passes as there are
 * gateways. What guesses at secrets or sends mail is counted on all of them together.
 */
export class RateLimits {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
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
    const key = `${name} ${subject}`;
    const nowMs = this.#clock.monotonic();
    const settings = { burst: LIMITS[name].burst * this.#factor, perSecond: LIMITS[name].perSecond * this.#factor };
    const known = this.#buckets.get(key) ?? null;
    const next = tryTake(known, settings, nowMs);
    if (next === null) {
      const seconds = Math.ceil(waitMs(known ?? { left: 0, atMs: nowMs }, settings, nowMs) / 1_000);
      throw new TooMany(seconds);
    }
    // Deleting first keeps the map in order of last use, so that the oldest is the first to be forgotten.
    this.#buckets.delete(key);
    this.#buckets.set(key, next);
    if (this.#buckets.size > SUBJECTS_MOST) this.#forgetOldest();
  }

  /** The same on all gateways together. While the bus is away each counts for itself: nobody waits, or is let through uncounted. */
  async mustTakeEverywhere(name: LimitName, subject: string): Promise<void> {
    this.mustTake(name, subject);
    if (!this.#bus.reachesOthers) return;
    const { burst, perSecond } = LIMITS[name];
    const windowMs = (burst / perSecond) * 1_000;
    const count = await this.#bus.count(`limit:${name}:${hashSecret(subject)}`, windowMs);
    if (count !== null && count > burst * this.#factor) throw new TooMany(Math.ceil(windowMs / 1_000));
  }

  #forgetOldest(): void {
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      if (this.#buckets.size <= SUBJECTS_MOST * 0.9) return;
    }
  }
}

/** 'too-many', with how long to wait. */
export class TooMany extends GatewayFailure {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('too-many', 'too many of these for now', { hint: `Try again in ${retryAfterS} s.` });
    this.retryAfterS = retryAfterS;
  }
}
