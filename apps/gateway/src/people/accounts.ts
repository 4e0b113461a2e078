import { type Clock, type Ids, parsePersonId, type PersonId } from '@bough/base';
import type { AccountFacts, SessionEntry } from '@bough/contracts';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { endsAt, type Session } from '../session/session.ts';
import type { MailedSecrets } from './mailed-secrets.ts';
import { mustBeGood, type Passwords } from './passwords.ts';
import { personFacts } from './people.ts';

/** A session that began within this needs no other proof. */
const FRESH_MS = 3_600_000;
/** A wrong password is answered at a multiple of this after it came: what a row that is there costs more is lost in it. */
const REFUSAL_STEP_MS = 20;

/** What people do with their own accounts: passwords, the address, and the proof that it is them. */
export class Accounts {
  readonly #metadata: Metadata;
  readonly #passwords: Passwords;
  readonly #mailed: MailedSecrets;
  readonly #clock: Clock;
  readonly #nobody: PersonId;

  constructor(components: {
    readonly metadata: Metadata;
    readonly passwords: Passwords;
    readonly mailed: MailedSecrets;
    readonly clock: Clock;
    readonly ids: Ids;
  }) {
    this.#metadata = components.metadata;
    this.#passwords = components.passwords;
    this.#mailed = components.mailed;
    this.#clock = components.clock;
    this.#nobody = mustBePerson(components.ids.long());
  }

  /** Who this address and password belong to. Throws 'wrong-password' after the same steps whether there is such a person or not. */
  async mustKnow(address: string, password: string): Promise<Person> {
    const cameAtMs = this.#clock.monotonic();
    const person = await this.#metadata.personByEmail(address.toLowerCase());
    const account = await this.#metadata.account(person?.id ?? this.#nobody);
    const verdict = await this.#passwords.verify(account.password, password);
    if (person === null || account.password === null || verdict === 'wrong') {
      await this.#untilStep(cameAtMs);
      throw new GatewayFailure('wrong-password', 'the address and the password do not belong together', {
        hint: 'Try again, or have a link mailed to you.',
      });
    }
    if (verdict === 'right, hash anew') {
      await this.#metadata.replacePassword(person.id, account.password, await this.#passwords.hash(password));
    }
    return person;
  }

  async #untilStep(cameAtMs: number): Promise<void> {
    const spentMs = this.#clock.monotonic() - cameAtMs;
    await new Promise<void>((resolve) => this.#clock.after(REFUSAL_STEP_MS - (spentMs % REFUSAL_STEP_MS), resolve));
  }

  /** Throws unless whoever sends the request has just proved, or proves now, that they are the person of the session. */
  async mustProve(person: Person, session: Session, proof: string | null): Promise<void> {
    // A guest has nothing to prove with, and whoever has a fresh session has proved it.
    if (person.email === null || this.#isFresh(session)) return;
    const { password } = await this.#metadata.account(person.id);
    if (password === null || proof === null) {
      throw new GatewayFailure('unproved', 'this needs a proof that it is you', {
        hint: password === null ? 'Sign in again.' : 'Give your password.',
      });
    }
    if ((await this.#passwords.verify(password, proof)) === 'wrong') {
      throw new GatewayFailure('wrong-password', 'this is not your password', {
        hint: 'Try again, or sign in by mail.',
      });
    }
  }

  /** Sets the person's password. */
  async setPassword(person: Person & { readonly email: string }, password: string): Promise<void> {
    mustBeGood(password, person.email);
    await this.#metadata.setPassword(person.id, await this.#passwords.hash(password));
  }

  async removePassword(person: PersonId): Promise<void> {
    await this.#metadata.setPassword(person, null);
  }

  /** Gives the person the address that a mailed link proved, and tells the old one. */
  async changeEmail(person: Person & { readonly email: string }, to: string, context: RequestContext): Promise<Person> {
    if (!(await this.#metadata.tryChangeEmail(person.id, person.email, to))) {
      throw new GatewayFailure('email-taken', 'somebody else has this address', { hint: 'Use another one.' });
    }
    await this.#mailed.tell('email-changed', person.email, context);
    return { ...person, email: to };
  }

  async facts(person: Person, session: Session): Promise<AccountFacts> {
    const { password, provider, isOwner } = await this.#metadata.account(person.id);
    return {
      person: personFacts(person),
      createdAt: person.createdAt,
      hasPassword: password !== null,
      hasProvider: provider !== null,
      isOwner,
      isFresh: person.email === null || this.#isFresh(session),
    };
  }

  /** Where the person is signed in, as they read it. */
  async sessions(person: PersonId, session: Session): Promise<readonly SessionEntry[]> {
    const records = await this.#metadata.sessionRecords(person);
    const now = this.#clock.now();
    const living = records.filter(({ by, beganAt, seenAt }) => {
      return endsAt({ uid: person, guest: by === 'guest', iat: beganAt, seen: seenAt }) > now;
    });
    return living.map(({ session: id, device, by, beganAt, seenAt }) => {
      return { id, device, by, beganAt, seenAt, isThis: id === session.sid };
    });
  }

  #isFresh(session: Session): boolean {
    return this.#clock.now() - session.proved < FRESH_MS;
  }
}

/** The person with an address; throws 'unproved' for a guest, who has to sign up first. */
export function mustHaveAddress(person: Person): Person & { readonly email: string } {
  const { email } = person;
  if (email === null) {
    throw new GatewayFailure('unproved', 'a guest has no address yet', { hint: 'Sign in with your address first.' });
  }
  return { ...person, email };
}

function mustBePerson(id: string): PersonId {
  const person = parsePersonId(id);
  if (person === null) throw new Error('a bug in Bough: long ids are person ids');
  return person;
}
