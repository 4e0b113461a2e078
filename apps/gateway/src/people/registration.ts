import type { SignedInBy } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { GroupStore } from '../metadata/groups/group-store.ts';
import type { InvitationStore } from '../metadata/invitations/invitation-store.ts';
import type { AccountStore } from '../metadata/accounts/account-store.ts';

export interface RegistrationSettings {
  /**
   * closed: nobody new comes in but whom an operator adds or an invitation names; provider: nobody new but whom a provider of OpenID Connect
   * lets in. In both, guests come by a share link alone.
   */
  readonly registration: 'open' | 'closed' | 'provider';
  /** provider: passwords, mailed links and whatever else there is let nobody in. */
  readonly signIn: 'any' | 'provider';
  /** New accounts have an address in one of these; empty: in any. */
  readonly domains: readonly string[];
}

const BY_PROVIDER = 'Choose one of the buttons on the sign-in page.';
const ADDED = 'Ask the administrator of this server to add you.';
/** On a closed server the operator adds the first account, too. */
const ADDED_FIRST = 'The operator adds the first person: npm run bough -- add-person ADDRESS.';

type RegistrationStore = Pick<AccountStore, 'hasOwner'> &
  Pick<InvitationStore, 'invitationsFor'> &
  Pick<GroupStore, 'isInGivenGroup'>;

/** Who may become somebody here. Whoever is somebody already is not asked. */
export class Registration {
  readonly settings: RegistrationSettings;
  readonly #metadata: RegistrationStore;
  readonly #clock: { now(): number };
  #hasOwner = false;

  constructor(
    components: {
      readonly metadata: RegistrationStore;
      readonly clock: { now(): number };
    },
    settings: RegistrationSettings,
  ) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
    this.settings = settings;
  }

  /** Whether this Bough has an owner. Once it has one, nobody is asked again. */
  async hasOwner(): Promise<boolean> {
    this.#hasOwner ||= await this.#metadata.hasOwner();
    return this.#hasOwner;
  }

  /** Whether people come in by this way here. Guests are none of its business: they come by a share link. */
  takesWay(by: SignedInBy): boolean {
    return this.settings.signIn === 'any' || by === 'provider' || by === 'guest';
  }

  /** Throws 'way-closed' when nobody comes in by this way here. */
  mustTakeWay(by: SignedInBy): void {
    if (this.takesWay(by)) return;
    throw new GatewayFailure('way-closed', 'This server does not allow this way of signing in.');
  }

  /** Throws 'closed' unless somebody with this address, which a provider vouches for or a mail proved, may have an account. */
  async mustAdmit(email: string, by: 'provider' | 'mail'): Promise<void> {
    const { registration, domains } = this.settings;
    if (registration === 'provider' && by === 'mail') {
      throw new GatewayFailure('closed', 'New accounts are created through a sign-in provider here.', {
        hint: BY_PROVIDER,
      });
    }
    const isOfDomain = domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
    if (registration !== 'closed' && isOfDomain) return;
    if (await this.#isInvited(email)) return;
    const reason = isOfDomain
      ? 'This server does not accept new accounts.'
      : 'This server does not accept accounts with this email address.';
    throw new GatewayFailure('closed', reason, { hint: (await this.hasOwner()) ? ADDED : ADDED_FIRST });
  }

  /** Whom an invitation names, or a group that has a map, may come where nobody else may. */
  async #isInvited(email: string): Promise<boolean> {
    const now = this.#clock.now();
    if (await this.#metadata.isInGivenGroup(email)) return true;
    return (await this.#metadata.invitationsFor(email)).some(({ expiresAt }) => expiresAt > now);
  }

  /** Whether somebody with this address, or a guest or nobody for null, may make maps. */
  mayMakeMaps(email: string | null): boolean {
    return this.settings.registration === 'open' || email !== null;
  }

  /** Throws 'closed' when a guest (no address) would make a map in a closed Bough: a link lets them into that map, no further. */
  mustLetMakeMaps(email: string | null): void {
    if (this.mayMakeMaps(email)) return;
    throw new GatewayFailure('closed', 'Guests cannot create maps on this server.', { hint: 'Sign in first.' });
  }

  /** Throws 'closed' unless anybody may be a guest, without a link. */
  async mustAdmitGuest(): Promise<void> {
    if (this.settings.registration === 'open') return;
    throw new GatewayFailure('closed', 'This server does not accept guests.', {
      hint: 'Sign in, or open a link that was shared with you.',
    });
  }
}
