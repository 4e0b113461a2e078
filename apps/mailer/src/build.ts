import { emailAddress } from '@bough/contracts';
import { type Component, type mailerSettings, type Platform, required, type Settings } from '@bough/service';
import { MailerFailure } from './mailer-failure.ts';
import { addMailMetrics } from './mail-metrics.ts';
import { Outbox } from './outbox.ts';
import { mailerHandlers } from './routes.ts';
import { createSender } from './sender.ts';
import { createSmtpTransport } from './transport.ts';

type MailSettings = Pick<
  Settings<typeof mailerSettings>,
  'BOUGH_DATA' | 'BOUGH_MAIL' | 'BOUGH_SMTP_URL' | 'BOUGH_MAIL_FROM'
>;

/** The components of mailer; its server is the last of them. */
export function buildMailer(platform: Platform, settings: MailSettings): readonly Component[] {
  const { clock, random, ids, log } = platform;
  const from = emailAddress(settings.BOUGH_MAIL_FROM);
  if (!from.ok) {
    throw new MailerFailure('The setting BOUGH_MAIL_FROM is not a plain mail address.', {
      kind: 'invalid',
      code: 'mailer/wrong-sender',
    });
  }
  const transport =
    settings.BOUGH_MAIL === 'outbox'
      ? null
      : createSmtpTransport(required(settings.BOUGH_SMTP_URL, 'BOUGH_SMTP_URL', 'BOUGH_MAIL is smtp'), from.value);
  const outbox = new Outbox(settings.BOUGH_DATA);
  outbox.prune(clock.now());
  addMailMetrics(platform.metrics.registry, outbox);
  const sender = transport === null ? null : createSender({ outbox, transport, clock, random, log });
  const server = platform.server(mailerHandlers({ outbox, sender, clock, ids }));
  const file: Component = { name: 'outbox', stop: async () => outbox.close() };
  return sender === null ? [file, server] : [file, sender, server];
}
