import { GatewayFailure } from '../failure.ts';
import type { AccountStore } from '../metadata/accounts/account-store.ts';

export interface RegistrationSettings {
  /** closed: nobody new comes in but whom an operator adds or an invitation names; guests come by a share link alone. */
  readonly registration: 'open' | 'closed';
  /** New accounts have an address in one of these; empty: in any. */
  readonly domains: readonly string[];
}

/** Who may become somebody here. Whoever is somebody already is not asked. */
export class Registration {
  readonly settings: RegistrationSettings;
  readonly #accounts: Pick<AccountStore, 'hasOwner'>;
  readonly #isInvited: (email: string) => Promise<boolean>;
  #hasOwner = false;

  constructor(
    components: {
      readonly metadata: Pick<AccountStore, 'hasOwner'>;
      readonly isInvited: (email: string) => Promise<boolean>;
    },
    settings: RegistrationSettings,
  ) {
    this.#accounts = components.metadata;
    this.#isInvited = components.isInvited;
    this.settings = settings;
  }

  /** Whether this Bough has an owner. Once it has one, nobody is asked again. */
  async hasOwner(): Promise<boolean> {
    this.#hasOwner ||= await this.#accounts.hasOwner();
    return this.#hasOwner;
  }

  /** Throws 'closed' unless somebody with this address may have an account. */
  async mustAdmit(email: string): Promise<void> {
    const { registration, domains } = this.settings;
    const isOfDomain = domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
    if (registration === 'open' && isOfDomain) return;
    if (await this.#isInvited(email)) return;
    // The first one has to come in somehow.
    if (isOfDomain && !(await this.hasOwner())) return;
    const reason = isOfDomain ? 'this Bough takes no new people' : 'this Bough takes no people with such an address';
    throw new GatewayFailure('closed', reason, { hint: 'Ask whoever runs it to add you.' });
  }

  /** Whether somebody with this address, or a guest or nobody for null, may make maps. */
  mayMakeMaps(email: string | null): boolean {
    return this.settings.registration === 'open' || email !== null;
  }

  /** Throws 'closed' when a guest (no address) would make a map in a closed Bough: a link lets them into that map, no further. */
  mustLetMakeMaps(email: string | null): void {
    if (this.mayMakeMaps(email)) return;
    throw new GatewayFailure('closed', 'guests make no maps in this Bough', { hint: 'Sign in first.' });
  }

  /** Throws 'closed' unless anybody may be a guest, without a link. */
  async mustAdmitGuest(): Promise<void> {
    if (this.settings.registration === 'open') return;
    throw new GatewayFailure('closed', 'this Bough takes no guests', {
      hint: 'Sign in, or open a link that was shared with you.',
    });
  }
}
