import { type Clock, type Ids, parsePersonId, type PersonId } from '@bough/base';
import type { AccountFacts, GivenProof } from '@bough/contracts';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../../failure.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { sessionEnded } from '../sessions/ended.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { Session } from '../../http/session.ts';
import type { MailedSecrets } from './mail/mailed-secrets.ts';
import type { NotMe } from './browsers/not-me.ts';
import type { CodeVerdict, SecondSteps } from './second-step/second-steps.ts';
import { mustBeGood, type Passwords } from './password/passwords.ts';
import { personFacts } from '../../people/people.ts';
import type { Registration } from '../../people/registration.ts';

/** A session that began within this needs no other proof. */
const FRESH_MS = 3_600_000;
/** A wrong password is answered at a multiple of this after it came: what a row that is there costs more is lost in it. */
const REFUSAL_STEP_MS = 20;

/** Somebody whose password was right, and their epoch before it was looked at. */
export interface KnownPerson {
  readonly person: Person;
  readonly epoch: number;
}

/** What people do with their own accounts: passwords, the address, and the proof that it is them. */
export class Accounts {
  readonly #metadata: Metadata;
  readonly #passwords: Passwords;
  readonly #mailed: MailedSecrets;
  readonly #secondSteps: SecondSteps;
  readonly #notMe: Pick<NotMe, 'noteAddress'>;
  readonly #registration: Pick<Registration, 'takesWay'>;
  readonly #revocations: Pick<Revocations, 'epochOf' | 'isRevoked'>;
  readonly #clock: Clock;
  readonly #nobody: PersonId;

  constructor(components: {
    readonly metadata: Metadata;
    readonly passwords: Passwords;
    readonly mailed: MailedSecrets;
    readonly secondSteps: SecondSteps;
    readonly notMe: Pick<NotMe, 'noteAddress'>;
    readonly registration: Pick<Registration, 'takesWay'>;
    readonly revocations: Pick<Revocations, 'epochOf' | 'isRevoked'>;
    readonly clock: Clock;
    readonly ids: Ids;
  }) {
    this.#metadata = components.metadata;
    this.#passwords = components.passwords;
    this.#mailed = components.mailed;
    this.#secondSteps = components.secondSteps;
    this.#notMe = components.notMe;
    this.#registration = components.registration;
    this.#revocations = components.revocations;
    this.#clock = components.clock;
    this.#nobody = mustBePerson(components.ids.long());
  }

  /**
   * Who this address and password belong to. Throws 'wrong-password' after the same steps whether there is such a person or not; whom it
   * is about, `onRefused` hears before that, so that what it does shows in no answer's time.
   */
  async mustKnow(
    address: string,
    password: string,
    onRefused: (person: PersonId | null) => Promise<void>,
  ): Promise<KnownPerson> {
    const cameAtMs = this.#clock.monotonic();
    const person = await this.#metadata.personByEmail(address.toLowerCase());
    // Before the password is read: hashing waits behind others, and who ends all sessions meanwhile means this one, too.
    const epoch = this.#revocations.epochOf(person?.id ?? this.#nobody);
    const account = await this.#metadata.account(person?.id ?? this.#nobody);
    const verdict = await this.#passwords.verify(account.password, password);
    if (person === null || account.password === null || verdict === 'wrong') {
      await onRefused(person?.id ?? null);
      await this.#untilStep(cameAtMs);
      throw new GatewayFailure('wrong-password', 'The email address or the password is wrong.');
    }
    if (verdict === 'right, hash anew') {
      await this.#metadata.replacePassword(person.id, account.password, await this.#passwords.hash(password));
    }
    return { person, epoch };
  }

  async #untilStep(cameAtMs: number): Promise<void> {
    const spentMs = this.#clock.monotonic() - cameAtMs;
    await new Promise<void>((resolve) => this.#clock.after(REFUSAL_STEP_MS - (spentMs % REFUSAL_STEP_MS), resolve));
  }

  /**
   * Throws unless whoever sends the request has just proved, or proves now, that they are the person of the session: by the password, and
   * where the second step is on by a code as well. Which of the two was wrong is not said. Answers how a code was given: null, without one.
   * `onCode` counts a guess at one: only beside the right password is it any.
   */
  async mustProve(
    person: Person,
    session: Session,
    { proof, code }: GivenProof,
    onCode: () => Promise<void>,
  ): Promise<CodeVerdict | null> {
    const isTwo = await this.#secondSteps.isOn(person.id);
    if (this.#needsNoProof(person, session, isTwo)) return null;
    const { password } = await this.#metadata.account(person.id);
    if (password === null || proof === null || (isTwo && code === undefined)) {
      const hint = isTwo ? 'Send your password and a code.' : 'Send your password.';
      throw new GatewayFailure('unproved', 'Confirm that it is you.', {
        hint: password === null ? 'Sign in again.' : hint,
      });
    }
    const isRight = (await this.#passwords.verify(password, proof)) !== 'wrong';
    // A code is good once: one beside a wrong password is not used up.
    const guess = isRight && isTwo ? code : undefined;
    if (guess !== undefined) await onCode();
    const verdict = guess === undefined ? null : await this.#secondSteps.take(person.id, guess);
    if (!isRight || verdict === 'wrong') {
      const message = isTwo ? 'The password or the code is wrong.' : 'The password is wrong.';
      throw new GatewayFailure('wrong-password', message);
    }
    return verdict;
  }

  /** Sets the password of who asks in this session. Throws 'unauthenticated' where the session, or all, were ended while it was hashed. */
  async setPassword(person: Person & { readonly email: string }, password: string, session: Session): Promise<void> {
    mustBeGood(password, person.email);
    const hash = await this.#passwords.hash(password);
    if (this.#revocations.isRevoked(session)) throw sessionEnded();
    await this.#keep(person.id, hash, session.epoch);
  }

  /** The same for whom a mailed link lets set one, and whose sessions had this epoch when it was used. */
  async resetPassword(person: Person & { readonly email: string }, password: string, epoch: number): Promise<void> {
    mustBeGood(password, person.email);
    await this.#keep(person.id, await this.#passwords.hash(password), epoch);
  }

  /** Takes the password away, for who asks in this session. Throws 'unauthenticated' where all sessions were ended. */
  async removePassword(person: PersonId, session: Session): Promise<void> {
    await this.#keep(person, null, session.epoch);
  }

  async #keep(person: PersonId, hash: string | null, epoch: number): Promise<void> {
    if (!(await this.#metadata.trySetPassword(person, hash, epoch))) throw sessionEnded();
  }

  /** Gives the person the address that a mailed link proved in a session of this epoch, and tells the old one. */
  async changeEmail(
    person: Person & { readonly email: string },
    to: string,
    epoch: number,
    context: RequestContext,
  ): Promise<Person> {
    await this.#notMe.noteAddress(person.id, person.email);
    if (!(await this.#metadata.tryChangeEmail(person.id, person.email, to, epoch))) {
      throw new GatewayFailure('email-taken', 'Another account has this address.');
    }
    await this.#mailed.tell('email-changed', person.email, context);
    return { ...person, email: to };
  }

  async facts(person: Person, session: Session): Promise<AccountFacts> {
    const [{ password, isOwner }, passkeys, hasProvider, secondStep] = await Promise.all([
      this.#metadata.account(person.id),
      this.#metadata.passkeysOf(person.id),
      this.#metadata.hasProvider(person.id),
      this.#secondSteps.facts(person.id),
    ]);
    return {
      person: personFacts(person),
      createdAt: person.createdAt,
      hasPassword: password !== null,
      mayHavePassword: this.#registration.takesWay('password'),
      hasProvider,
      hasPasskey: passkeys.length > 0,
      isOwner,
      isFresh: this.#needsNoProof(person, session, secondStep !== null),
      secondStep,
    };
  }

  /**
   * Whether the session needs no other proof: it was proved within the hour, in both steps where the second is on; or it is a guest's, who has
   * nothing to prove with.
   */
  async isProved(person: Person, session: Session): Promise<boolean> {
    return this.#needsNoProof(person, session, await this.#secondSteps.isOn(person.id));
  }

  #needsNoProof(person: Person, session: Session, isTwo: boolean): boolean {
    if (person.email === null) return true;
    if (this.#clock.now() - session.proved >= FRESH_MS) return false;
    return session.two || !isTwo;
  }
}

/** The person with an address; throws 'unproved' for a guest, who has to sign up first. */
export function mustHaveAddress(person: Person): Person & { readonly email: string } {
  const { email } = person;
  if (email === null) {
    throw new GatewayFailure('unproved', 'A guest has no email address.', {
      hint: 'Sign in with an email address first.',
    });
  }
  return { ...person, email };
}

function mustBePerson(id: string): PersonId {
  const person = parsePersonId(id);
  if (person === null) throw new Error('a bug in Bough: long ids are person ids');
  return person;
}
