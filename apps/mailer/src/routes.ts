import { type Clock, type Ids, type Random, toBase64Url } from '@bough/base';
import { mailerRoutes, type MailRequest } from '@bough/contracts';
import { handle, type MountedRoute, type RequestContext } from '@bough/service';
import { type Letter, topicOf, writeLetter } from './letters/letter.ts';
import { mailLanguage } from './letters/letter-words.ts';
import { MailerFailure } from './mailer-failure.ts';
import { newMailId } from './outbox/mail-id.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Sender } from './sending/sender.ts';

export interface RouteParts {
  readonly outbox: Outbox;
  /** Null: mails are kept to be shown and go nowhere. */
  readonly sender: Sender | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'short'>;
  readonly random: Pick<Random, 'bytes'>;
}

const TOKEN_BYTES = 18;
/** So many of the newest mails are listed with their pictures. */
const PICTURES_SHOWN = 20;

/** What mailer answers. */
export function mailerHandlers(parts: RouteParts): readonly MountedRoute[] {
  const { outbox, sender, clock, ids } = parts;
  return [
    handle(mailerRoutes.sendMail, async ({ body, context }) => {
      const letter = await letterFor(parts, body, context);
      const state = sender === null ? 'sent' : 'waiting';
      const nowMs = clock.now();
      const at = nowMs + (body.gatherSeconds ?? 0) * 1_000;
      const accepted = await outbox.keep({ id: newMailId(ids), key: body.key, at, state, letter }, nowMs);
      sender?.wake();
      return accepted;
    }),
    handle(mailerRoutes.withdrawMail, async ({ body }) => {
      await outbox.withdraw(body.key, clock.now());
      return undefined;
    }),
    handle(mailerRoutes.wantMail, async ({ body }) => {
      if (!(await outbox.refuse(body.token, body.isWanted ? null : clock.now()))) {
        throw new MailerFailure('This unsubscribe link is unknown.', { kind: 'absent', code: 'mailer/unknown-token' });
      }
      return undefined;
    }),
    handle(mailerRoutes.mailWish, async ({ body }) => ({ isWanted: !(await outbox.isRefused(body.to)) })),
    handle(mailerRoutes.setMailWish, async ({ body }) => {
      const token = await outbox.tokenOf(body.to, freshToken(parts));
      await outbox.refuse(token, body.isWanted ? null : clock.now());
      return undefined;
    }),
    handle(mailerRoutes.listMails, async ({ params }) => {
      if (sender !== null) {
        throw new MailerFailure('Emails are sent by SMTP, so the outbox is not shown.', {
          kind: 'absent',
          code: 'mailer/not-shown',
        });
      }
      const mails = await outbox.list(params.limit, clock.now());
      return { mails: mails.map((mail, at) => (at < PICTURES_SHOWN ? mail : { ...mail, picture: null })) };
    }),
  ];
}

function freshToken({ random }: Pick<RouteParts, 'random'>): string {
  return toBase64Url(random.bytes(TOKEN_BYTES));
}

/** In the language of the page that asked for it, else in that of its reader. The unsubscribe link has the host of its main link. */
async function letterFor(parts: RouteParts, { mail }: MailRequest, { languages }: RequestContext): Promise<Letter> {
  const { outbox } = parts;
  const language = languages === null ? ((await outbox.languageOf(mail.to)) ?? 'en') : mailLanguage(languages);
  if (topicOf(mail) === 'account') {
    if (mail.kind === 'notice' && mail.about === 'account-deleted')
      await outbox.reads(mail.to, null, freshToken(parts));
    else if (languages !== null) await outbox.reads(mail.to, language, freshToken(parts));
    return writeLetter(mail, language, null);
  }
  // They are ended map by map, at the gateway.
  if (mail.kind === 'changes') return writeLetter(mail, language, null);
  const token = await outbox.tokenOf(mail.to, freshToken(parts));
  return writeLetter(mail, language, new URL(`/no-more-mail/${token}`, mail.link).href);
}
