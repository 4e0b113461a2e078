import type { Clock } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import { type Component, type mailerSettings, type Platform, required, type Settings } from '@bough/service';
import { MailerFailure } from './mailer-failure.ts';
import { addMailMetrics } from './mail-metrics.ts';
import { Outbox } from './outbox.ts';
import { mailerHandlers } from './routes.ts';
import { createSender, type Sender } from './sender.ts';
import { createSmtpTransport, type Sending } from './transport.ts';

type MailSettings = Pick<
  Settings<typeof mailerSettings>,
  | 'BOUGH_DATA'
  | 'BOUGH_MAIL'
  | 'BOUGH_SMTP_URL'
  | 'BOUGH_MAIL_FROM'
  | 'BOUGH_MAIL_BOUNCES'
  | 'BOUGH_MAIL_PER_HOUR'
  | 'BOUGH_DKIM_DOMAIN'
  | 'BOUGH_DKIM_SELECTOR'
  | 'BOUGH_DKIM_KEY'
>;

/** How often a sender looks for what a command has put back into the outbox. */
const LOOK_MS = 30_000;

/** The components of mailer; its server is the last of them. */
export function buildMailer(platform: Platform, settings: MailSettings): readonly Component[] {
  const { clock, random, ids, log } = platform;
  const sending = sendingOf(settings);
  const url =
    settings.BOUGH_MAIL === 'outbox' ? null : required(settings.BOUGH_SMTP_URL, 'BOUGH_SMTP_URL', 'BOUGH_MAIL is smtp');
  const outbox = new Outbox(settings.BOUGH_DATA);
  outbox.prune(clock.now());
  addMailMetrics(platform.metrics.registry, outbox);
  const perHour = Math.max(1, settings.BOUGH_MAIL_PER_HOUR);
  const sender =
    url === null
      ? null
      : createSender({ outbox, transport: createSmtpTransport(url, sending), clock, random, log }, { perHour });
  const server = platform.server(mailerHandlers({ outbox, sender, clock, ids, random }));
  const file: Component = { name: 'outbox', stop: async () => outbox.close() };
  return sender === null ? [file, server] : [file, sender, looker(sender, clock), server];
}

function sendingOf(settings: MailSettings): Sending {
  const { BOUGH_DKIM_DOMAIN: domain, BOUGH_DKIM_SELECTOR: selector } = settings;
  const named = (name: 'BOUGH_MAIL_FROM' | 'BOUGH_MAIL_BOUNCES', text: string): string => {
    const address = emailAddress(text);
    if (address.ok) return address.value;
    throw new MailerFailure(`The setting ${name} is not a plain mail address.`, {
      kind: 'invalid',
      code: 'mailer/wrong-sender',
    });
  };
  for (const name of [domain ?? 'a.b', selector]) {
    if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name)) continue;
    throw new MailerFailure('BOUGH_DKIM_DOMAIN and BOUGH_DKIM_SELECTOR are names as the DNS has them.', {
      kind: 'invalid',
      code: 'mailer/wrong-sender',
    });
  }
  const because = 'BOUGH_DKIM_DOMAIN names who signs';
  return {
    from: named('BOUGH_MAIL_FROM', settings.BOUGH_MAIL_FROM),
    bounces: settings.BOUGH_MAIL_BOUNCES === null ? null : named('BOUGH_MAIL_BOUNCES', settings.BOUGH_MAIL_BOUNCES),
    dkim:
      domain === null ? null : { domain, selector, key: required(settings.BOUGH_DKIM_KEY, 'BOUGH_DKIM_KEY', because) },
  };
}

/** Wakes the sender now and then: a command writes to the file and cannot call. */
function looker(sender: Pick<Sender, 'wake'>, clock: Pick<Clock, 'after'>): Component {
  let cancel = (): void => {};
  const plan = (): void => {
    cancel = clock.after(LOOK_MS, () => {
      sender.wake();
      plan();
    });
  };
  return { name: 'looker', start: async () => plan(), drain: async () => cancel(), stop: async () => cancel() };
}
