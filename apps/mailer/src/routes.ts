import type { Clock, Ids } from '@bough/base';
import { mailerRoutes } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import { writeLetter } from './letter.ts';
import { MailerFailure } from './mailer-failure.ts';
import type { Outbox } from './outbox.ts';
import type { Sender } from './sender.ts';

export interface RouteParts {
  readonly outbox: Outbox;
  /** Null: mails are kept to be shown and go nowhere. */
  readonly sender: Sender | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'short'>;
}

/** What mailer answers. */
export function mailerHandlers({ outbox, sender, clock, ids }: RouteParts): readonly Mounted[] {
  return [
    handle(mailerRoutes.sendMail, ({ body }) => {
      const state = sender === null ? 'sent' : 'waiting';
      const accepted = outbox.keep(ids.short(), body.key, writeLetter(body.mail), clock.now(), state);
      sender?.wake();
      return accepted;
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
