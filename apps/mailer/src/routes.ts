import { type Clock, type Ids, type Random, toBase64Url } from '@bough/base';
import { mailerRoutes, type MailRequest } from '@bough/contracts';
import { handle, type Mounted, type RequestContext } from '@bough/service';
import { type Letter, topicOf, writeLetter } from './letter.ts';
import { mailLanguage } from './letter-words.ts';
import { MailerFailure } from './mailer-failure.ts';
import type { Outbox } from './outbox.ts';
import type { Sender } from './sender.ts';

export interface RouteParts {
  readonly outbox: Outbox;
  /** Null: mails are kept to be shown and go nowhere. */
  readonly sender: Sender | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'short'>;
  readonly random: Pick<Random, 'bytes'>;
}

const TOKEN_BYTES = 18;

/** What mailer answers. */
export function mailerHandlers(parts: RouteParts): readonly Mounted[] {
  const { outbox, sender, clock, ids } = parts;
  return [
    handle(mailerRoutes.sendMail, ({ body, context }) => {
      const letter = letterFor(parts, body, context);
      const state = sender === null ? 'sent' : 'waiting';
      const accepted = outbox.keep(ids.short(), body.key, letter, clock.now(), state);
      sender?.wake();
      return accepted;
    }),
    handle(mailerRoutes.wantMail, ({ body }) => {
      if (!outbox.refuse(body.token, body.isWanted ? null : clock.now())) {
        throw new MailerFailure('No mail has this token.', { kind: 'absent', code: 'mailer/unknown-token' });
      }
      return undefined;
    }),
    handle(mailerRoutes.listMails, ({ params }) => {
      if (sender !== null) {
        throw new MailerFailure('Mails go out by SMTP and are not shown.', {
          kind: 'absent',
          code: 'mailer/not-shown',
        });
      }
      return { mails: outbox.list(params.limit) };
    }),
  ];
}

/** In the language of whoever asked for it; its end leads to the place that its link leads to. */
function letterFor({ outbox, random }: RouteParts, { mail }: MailRequest, context: RequestContext): Letter {
  const language = mailLanguage(context.languages);
  if (topicOf(mail) === 'account') return writeLetter(mail, language, null);
  const token = outbox.tokenOf(mail.to, toBase64Url(random.bytes(TOKEN_BYTES)));
  return writeLetter(mail, language, new URL(`/no-more-mail/${token}`, mail.link).href);
}
