import { parsePersonId, type PersonId } from '@bough/base';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../../../failure.ts';
import type { Person } from '../../../metadata/people/people-store.ts';
import { anyBrowserOf } from '../../../metadata/sign-ins/sign-in-store.ts';
import { handOver, type MailedParts } from '../mail/mailed-parts.ts';
import { hashSecret, newSecret } from '../../../secrets/secrets.ts';

// The mail about a sign-in in a browser that was not known, and its link "This was not me". The link's secret is kept as a hash, beside those of
// sign-in mails, good once, for a month, in any browser: whoever reads the mail sits elsewhere. It names the person and when they
// signed in, so that what was set up since can be taken back: the address, too, which was the one that the mail went to.
//
// Somebody who has given the account an address of theirs gets such mails as well. So the address that the account had first is believed: which ones
// it had is kept as hashes, in rows like those of links, for longer than any link works.

/** How long the link works. */
const DAY_MS = 86_400_000;
const LIFE_MS = 30 * DAY_MS;
/** How long it is remembered that an account had an address. */
const HAD_MS = 400 * DAY_MS;

/** Somebody's word that a sign-in was not theirs. */
export interface NotMeClaim {
  readonly person: PersonId;
  /** When that sign-in was. */
  readonly at: number;
  /** The address that the mail went to: theirs, then. */
  readonly mailedTo: string;
}

/** Mails about new browsers, and takes their links back. */
export class NotMe {
  readonly #parts: MailedParts;
  readonly #publicUrl: string;

  constructor(parts: MailedParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /** Tells the person that they have just signed in on this device. */
  async tell(person: Person & { readonly email: string }, device: string, context: RequestContext): Promise<void> {
    const { metadata, clock, random, onTrouble } = this.#parts;
    const [at, secret, to] = [clock.now(), newSecret(random), person.email];
    const hash = hashOf({ person: person.id, at, secret });
    const link = new URL(`/sign-in/not-me#secret=${person.id}.${at}.${secret}`, this.#publicUrl).href;
    try {
      await metadata.addSignIn({ hash, email: to, browser: anyBrowserOf(person.id), expiresAt: at + LIFE_MS });
      await handOver(this.#parts, { kind: 'new-browser', to, link, at, device }, context);
    } catch (error) {
      onTrouble(error);
    }
  }

  /** What the link says. Uses nothing up. Throws 'bad-token' for one that was used, is too old, or is none. */
  async claimOf(text: string): Promise<NotMeClaim> {
    const { metadata, clock } = this.#parts;
    const named = parseLink(text);
    const browser = named === null ? '' : anyBrowserOf(named.person);
    const mailedTo = named === null ? null : await metadata.usableSignIn(hashOf(named), browser, clock.now());
    if (named === null || mailedTo === null) throw notValid();
    const { person, at } = named;
    return { person, at, mailedTo };
  }

  /** Remembers that the person has this address now, which is about to be another, and the day. */
  async noteAddress(person: PersonId, email: string): Promise<void> {
    const { metadata, clock, random } = this.#parts;
    const [browser, expiresAt] = [anyBrowserOf(person), clock.now() + HAD_MS];
    for (const noted of [email, dayOf(clock.now())]) {
      const hash = hashSecret(newSecret(random));
      await metadata.addSignIn({ hash, email: hashSecret(noted), browser, expiresAt });
    }
  }

  /** Whether the person has had another address since, for a while at least; on the very day a change before it counts as well. */
  async hasMovedSince({ person, at }: NotMeClaim): Promise<boolean> {
    const { metadata, clock } = this.#parts;
    for (let then = at; dayOf(then) <= dayOf(clock.now()); then += DAY_MS) {
      if ((await metadata.firstSignIn(anyBrowserOf(person), hashSecret(dayOf(then)))) !== null) return true;
    }
    return false;
  }

  /** Whether the person had this address before the one that the claim is about. */
  async hadBefore({ person, at, mailedTo }: NotMeClaim, email: string): Promise<boolean> {
    const firstOf = async (address: string): Promise<number | null> =>
      await this.#parts.metadata.firstSignIn(anyBrowserOf(person), hashSecret(address));
    const first = await firstOf(email);
    return first !== null && first < ((await firstOf(mailedTo)) ?? at + HAD_MS);
  }

  /** Has no link count that was mailed since to another address than the claim's, and forgets which ones the person had. */
  async forgetOthersSince({ person, at, mailedTo }: NotMeClaim): Promise<void> {
    await this.#parts.metadata.forgetSignIns(anyBrowserOf(person), at + LIFE_MS, mailedTo);
  }

  /** Uses the link's secret up, once all that follows from it is done. Throws 'bad-token' where somebody else has used it meanwhile. */
  async use(text: string): Promise<void> {
    const { metadata, clock } = this.#parts;
    const named = parseLink(text);
    if (named === null) throw notValid();
    const used = await metadata.useSignIn(hashOf(named), anyBrowserOf(named.person), clock.now());
    if (used.kind !== 'used') throw notValid();
  }
}

interface NamedLink {
  readonly person: PersonId;
  readonly at: number;
  readonly secret: string;
}

function parseLink(text: string): NamedLink | null {
  const [id, time = '', secret = ''] = text.split('.');
  const [person, at] = [parsePersonId(id), Number(time)];
  return person === null || !Number.isSafeInteger(at) ? null : { person, at, secret };
}

/** The day, as it is noted: in order as texts, and no address. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function notValid(): GatewayFailure {
  return new GatewayFailure('bad-token', 'This link no longer works.', {
    hint: 'Sign in, and sign out everywhere on the account page.',
  });
}

function hashOf({ person, at, secret }: NamedLink): string {
  return hashSecret(`not me ${person} ${at} ${secret}`);
}
