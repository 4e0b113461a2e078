import { type Clock, type Ids, parsePersonId, type PersonId, type Random } from '@bough/base';
import type { PersonFacts } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { anyHue, guestName, nameOfAddress } from './names.ts';
import type { Registration } from './registration.ts';

/** Guests and people with an address. */
export class People {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #random: Random;
  readonly #registration: Registration;

  constructor(components: {
    readonly metadata: Metadata;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly random: Random;
    readonly registration: Registration;
  }) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
    this.#ids = components.ids;
    this.#random = components.random;
    this.#registration = components.registration;
  }

  /** A new guest. */
  async addGuest(name: string | null): Promise<Person> {
    return await this.#add(name ?? guestName(this.#random));
  }

  async person(id: PersonId): Promise<Person | null> {
    return await this.#metadata.person(id);
  }

  async byAddress(email: string): Promise<Person | null> {
    return await this.#metadata.personByEmail(email.toLowerCase());
  }

  /**
   * Whom an address that was just proved belongs to: by a mail, or by a provider that vouches for it and may know a name. A guest who is here becomes that person, or, when somebody
   * has the address already, gives that person everything the guest could open: nobody loses a map by signing up. Throws 'closed'
   * for a newcomer whom this Bough does not take.
   */
  async personOf(
    email: string,
    here: PersonId | null,
    vouched: { readonly name: string | null } | null = null,
  ): Promise<Person> {
    const known = await this.#metadata.personByEmail(email);
    if (known === null) await this.#registration.mustAdmit(email, vouched === null ? 'mail' : 'provider');
    const guest = await this.#guest(here);
    if (known === null && guest !== null && (await this.#metadata.tryClaimEmail(guest.id, email))) {
      return { ...guest, email };
    }
    const person = known ?? (await this.#newPersonOf(email, vouched?.name ?? null));
    await this.giveGuest(here, person.id);
    return person;
  }

  /** Gives the person what the guest who is here could open; does nothing when it is no guest. */
  async giveGuest(here: PersonId | null, to: PersonId): Promise<void> {
    const guest = await this.#guest(here);
    if (guest !== null && guest.id !== to) await this.#metadata.moveGrants(guest.id, to, this.#clock.now());
  }

  async #guest(here: PersonId | null): Promise<Person | null> {
    const person = here === null ? null : await this.#metadata.person(here);
    return person !== null && person.email === null ? person : null;
  }

  /** Two first sign-ins of one address at once: the address is unique, the second finds the first's person. */
  async #newPersonOf(email: string, name: string | null): Promise<Person> {
    const made = await this.#add(name ?? nameOfAddress(email));
    if (await this.#metadata.tryClaimEmail(made.id, email)) return { ...made, email };
    await this.#metadata.removePerson(made.id);
    const other = await this.#metadata.personByEmail(email);
    if (other === null)
      throw new GatewayFailure('email-taken', 'The address could not be saved.', { hint: 'Try again.' });
    return other;
  }

  async #add(name: string): Promise<Person> {
    const person: Person = {
      id: mustBePerson(this.#ids.long()),
      name,
      email: null,
      hue: anyHue(this.#random),
      createdAt: this.#clock.now(),
    };
    await this.#metadata.addPerson(person);
    return person;
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
