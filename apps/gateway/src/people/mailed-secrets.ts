import type { Clock, Ids, PersonId, Random } from '@bough/base';
import { type MailNotice, mailerRoutes } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { SignInStore } from '../metadata/sign-ins/sign-in-store.ts';
import type { Session } from '../session/session.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The life of a mailed link. */
export const MAILED_MINUTES = 10;

/** What a mailed secret is for, and for whom it was asked where that is known. A secret is good for nothing else. */
export type Purpose =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'reset-password' }
  | { readonly kind: 'change-email'; readonly person: PersonId };

/** Where each link leads; the page there asks before it uses the secret up. */
const PAGES = {
  'sign-in': '/sign-in/confirm',
  'reset-password': '/sign-in/reset',
  'change-email': '/account/email',
} as const satisfies Record<Purpose['kind'], string>;

/**
 * Links that prove that somebody reads the mail of an address: 256 random bits in the fragment, kept as a hash that also says what
 * for, good once, for ten minutes, in the browser that asked.
 */
export class MailedSecrets {
  readonly #store: SignInStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #random: Random;
  readonly #mailer: Pick<Caller, 'call'>;
  readonly #publicUrl: string;

  constructor(
    components: {
      readonly metadata: SignInStore;
      readonly clock: Clock;
      readonly ids: Ids;
      readonly random: Random;
      readonly mailer: Pick<Caller, 'call'>;
    },
    settings: { readonly publicUrl: string },
  ) {
    this.#store = components.metadata;
    this.#clock = components.clock;
    this.#ids = components.ids;
    this.#random = components.random;
    this.#mailer = components.mailer;
    this.#publicUrl = settings.publicUrl;
  }

  /**
   * Mails a link. Known or unknown makes no difference here: nobody is looked up, so neither the answer nor its time can tell.
   */
  async send(purpose: Purpose, address: string, session: Session, context: RequestContext): Promise<void> {
    const to = address.toLowerCase();
    const secret = newSecret(this.#random);
    const expiresAt = this.#clock.now() + MAILED_MINUTES * 60_000;
    await this.#store.addSignIn({ hash: hashFor(purpose, secret), email: to, browser: session.bid, expiresAt });
    // In the fragment: no server, proxy or log sees it, and a mail scanner that fetches the link uses nothing up.
    const link = new URL(`${PAGES[purpose.kind]}#secret=${secret}`, this.#publicUrl).href;
    const mail = { kind: purpose.kind, to, link, expiresInMinutes: MAILED_MINUTES } as const;
    await this.#mailer.call(mailerRoutes.sendMail, { params: {}, body: { key: this.#ids.long(), mail } }, context);
  }

  /** Uses the secret up and answers the address that it proves. */
  async use(purpose: Purpose, secret: string, session: Session): Promise<string> {
    const used = await this.#store.useSignIn(hashFor(purpose, secret), session.bid, this.#clock.now());
    switch (used.kind) {
      case 'used':
        return used.email;
      case 'wrong-browser':
        throw new GatewayFailure('wrong-browser', 'the link was asked for in another browser', {
          hint: 'Open it in the browser where you asked for it, or ask for a new one here.',
        });
      case 'gone':
        throw new GatewayFailure('bad-token', 'the link is not valid any more', { hint: 'Ask for a new one.' });
    }
  }

  /** Tells an address what happened to its account. */
  async tell(about: MailNotice, to: string, context: RequestContext): Promise<void> {
    const mail = { kind: 'notice', to, about, link: this.#publicUrl } as const;
    await this.#mailer.call(mailerRoutes.sendMail, { params: {}, body: { key: this.#ids.long(), mail } }, context);
  }
}

function hashFor(purpose: Purpose, secret: string): string {
  switch (purpose.kind) {
    case 'sign-in':
      return hashSecret(secret);
    case 'reset-password':
      return hashSecret(`reset ${secret}`);
    case 'change-email':
      return hashSecret(`email of ${purpose.person} ${secret}`);
  }
}
