import type { PersonId } from '@bough/base';
import type { MailNotice } from '@bough/contracts';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { handOver, type MailedParts } from './mailed-parts.ts';
import { hashSecret, newSecret } from '../../../secrets/secrets.ts';

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
  readonly #parts: MailedParts;
  readonly #publicUrl: string;

  constructor(parts: MailedParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /**
   * Mails a link. Known or unknown makes no difference here: nobody is looked up, so neither the answer nor its time can tell.
   */
  async send(purpose: Purpose, address: string, session: Session, context: RequestContext): Promise<void> {
    const { metadata, clock, random } = this.#parts;
    const to = address.toLowerCase();
    const secret = newSecret(random);
    const expiresAt = clock.now() + MAILED_MINUTES * 60_000;
    await metadata.addSignIn({ hash: hashFor(purpose, secret), email: to, browser: session.bid, expiresAt });
    // In the fragment: no server, proxy or log sees it, and a mail scanner that fetches the link uses nothing up.
    const link = new URL(`${PAGES[purpose.kind]}#secret=${secret}`, this.#publicUrl).href;
    await handOver(this.#parts, { kind: purpose.kind, to, link, expiresInMinutes: MAILED_MINUTES }, context);
  }

  /** Uses the secret up and answers the address that it proves. */
  async use(purpose: Purpose, secret: string, session: Session): Promise<string> {
    const { metadata, clock } = this.#parts;
    const used = await metadata.useSignIn(hashFor(purpose, secret), session.bid, clock.now());
    switch (used.kind) {
      case 'used':
        return used.email;
      case 'wrong-browser':
        throw new GatewayFailure('wrong-browser', 'This link was requested in another browser.');
      case 'gone':
        throw new GatewayFailure('bad-token', 'This link is too old, or was already used.');
    }
  }

  /** Tells an address what happened to its account. */
  async tell(about: MailNotice, to: string, context: RequestContext): Promise<void> {
    await handOver(this.#parts, { kind: 'notice', to, about, link: this.#publicUrl }, context);
  }

  /** The same for what has happened already: it stays so while no mail can be handed over. */
  async tryTell(about: MailNotice, to: string, context: RequestContext): Promise<void> {
    try {
      await this.tell(about, to, context);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
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
