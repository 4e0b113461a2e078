import { type Clock, type Ids, parsePersonId, type PersonId, type Random } from '@bough/base';
import type { PersonFacts } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import type { Session } from '../session/session.ts';
import { anyHue, guestName, nameOfAddress } from './names.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The life of a sign-in mail. */
export const SIGN_IN_MINUTES = 10;

/** Sends the mail that lets somebody in; rejects when it could not be kept for sending. */
export type SendSignIn = (mail: { readonly key: string; readonly to: string; readonly link: string }) => Promise<void>;

/** Guests and people with an address. */
export class People {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #random: Random;
  readonly #publicUrl: string;

  constructor(
    components: { readonly metadata: Metadata; readonly clock: Clock; readonly ids: Ids; readonly random: Random },
    settings: { readonly publicUrl: string },
  ) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
    this.#ids = components.ids;
    this.#random = components.random;
    this.#publicUrl = settings.publicUrl;
  }

  /** A new guest. */
  async addGuest(name: string | null): Promise<Person> {
    return await this.#add(name ?? guestName(this.#random), null);
  }

  async person(id: PersonId): Promise<Person | null> {
    return await this.#metadata.person(id);
  }

  /**
   * Sends a sign-in mail to the address. Known or unknown makes no difference here: nobody is looked up, so neither the
   * answer nor its time can tell.
   */
  async requestSignIn(address: string, session: Session, send: SendSignIn): Promise<void> {
    const email = address.toLowerCase();
    const secret = newSecret(this.#random);
    const expiresAt = this.#clock.now() + SIGN_IN_MINUTES * 60_000;
    await this.#metadata.addSignIn({ hash: hashSecret(secret), email, browser: session.bid, expiresAt });
    // In the fragment: no server, proxy or log sees it, and a mail scanner that fetches the link uses nothing up.
    const link = new URL(`/sign-in/confirm#secret=${secret}`, this.#publicUrl).href;
    await send({ key: this.#ids.long(), to: email, link });
  }

  /**
   * Uses the secret up and answers who it lets in. A guest becomes the person of that address, or, when somebody has the
   * address already, gives that person everything the guest could open.
   */
  async confirmSignIn(secret: string, session: Session): Promise<Person> {
    const used = await this.#metadata.useSignIn(hashSecret(secret), session.bid, this.#clock.now());
    if (used.kind === 'wrong-browser') {
      throw new GatewayFailure('wrong-browser', 'the sign-in link was asked for in another browser', {
        hint: 'Open it in the browser where you asked for it, or ask for a new one here.',
      });
    }
    if (used.kind !== 'used') {
      throw new GatewayFailure('bad-token', 'the sign-in link is not valid any more', { hint: 'Ask for a new one.' });
    }
    const guest = session.uid === null ? null : await this.#metadata.person(session.uid);
    if (guest !== null && guest.email === null && (await this.#metadata.tryClaimEmail(guest.id, used.email))) {
      return { ...guest, email: used.email };
    }
    const person = await this.#personOf(used.email);
    if (guest !== null && guest.email === null) await this.#metadata.moveGrants(guest.id, person.id);
    return person;
  }

  /** Two first sign-ins of one address at once: the address is unique, the second finds the first's person. */
  async #personOf(email: string): Promise<Person> {
    const known = await this.#metadata.personByEmail(email);
    if (known !== null) return known;
    const made = await this.#add(nameOfAddress(email), null);
    if (await this.#metadata.tryClaimEmail(made.id, email)) return { ...made, email };
    const other = await this.#metadata.personByEmail(email);
    if (other === null) throw new GatewayFailure('email-taken', 'the address could not be taken; try again');
    return other;
  }

  async #add(name: string, email: string | null): Promise<Person> {
    const person: Person = {
      id: this.#newId(),
      name,
      email,
      hue: anyHue(this.#random),
      createdAt: this.#clock.now(),
    };
    await this.#metadata.addPerson(person);
    return person;
  }

  #newId(): PersonId {
    return mustBePerson(this.#ids.long());
  }
}

/** The person as the page sees it. */
export function personFacts(person: Person): PersonFacts {
  const { id, name, email, hue } = person;
  return { id, name, email, isGuest: email === null, hue };
}

function mustBePerson(id: string): PersonId {
  const person = parsePersonId(id);
  if (person === null) throw new Error('a bug in Bough: long ids are person ids');
  return person;
}
