import type { Clock, Ids, Random } from '@bough/base';
import { type Mail, mailerRoutes } from '@bough/contracts';
import type { Caller, RequestContext } from '@bough/service';
import type { SignInStore } from '../../../metadata/sign-ins/sign-in-store.ts';

/** What mails about an account, and the secrets in their links, are made with. */
export interface MailedParts {
  readonly metadata: SignInStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly mailer: Pick<Caller, 'call'>;
  /** Told of a mail that could not be handed over, where that must keep nobody from going on. */
  readonly onTrouble: (error: unknown) => void;
}

/** Hands a mail over, to be sent once. Rejects where the mailer does not take it. */
export async function handOver({ mailer, ids }: MailedParts, mail: Mail, context: RequestContext): Promise<void> {
  await mailer.call(mailerRoutes.sendMail, { params: {}, body: { key: ids.long(), mail } }, context);
}
