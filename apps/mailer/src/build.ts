import type { Clock } from '@bough/base';
import { emailAddress } from '@bough/contracts';
import { type Component, type Log, type Platform, required, type Settings, watched } from '@bough/service';
import { MailerFailure } from './mailer-failure.ts';
import { addMailMetrics } from './sending/mail-metrics.ts';
import { openOutbox } from './outbox/open-outbox.ts';
import { isOutboxGone, noteOutbox } from './outbox/outbox-mark.ts';
import type { Outbox } from './outbox/outbox.ts';
import { mailerHandlers } from './routes.ts';
import { Sender } from './sending/sender.ts';
import { createSmtpTransport, type Sending } from './sending/transport.ts';
import type { mailerSettings } from './settings.ts';

type MailSettings = Pick<
  Settings<typeof mailerSettings>,
  | 'BOUGH_DATA'
  | 'BOUGH_METADATA'
  | 'BOUGH_MONGODB_URL'
  | 'BOUGH_MAIL'
  | 'BOUGH_SMTP_URL'
  | 'BOUGH_MAIL_FROM'
  | 'BOUGH_MAIL_BOUNCES'
  | 'BOUGH_MAIL_PER_HOUR'
  | 'BOUGH_DKIM_DOMAIN'
  | 'BOUGH_DKIM_SELECTOR'
  | 'BOUGH_DKIM_KEY'
>;

/** How often a sender looks for what others have put into the outbox: a command, or a mailer that has ended. */
const LOOK_MS = 10_000;
const DAY_MS = 86_400_000;
/** How long a mail stays with a mailer that has died. It is claimed anew three times as often. */
const CLAIM_MS = 20_000;

/** The components of mailer; its server is the last of them. `claimMs` is how long a mail stays with a mailer that has died. */
export async function buildMailer(
  platform: Platform,
  settings: MailSettings,
  { claimMs }: { readonly claimMs: number } = { claimMs: CLAIM_MS },
): Promise<readonly Component[]> {
  const { clock, random, ids, log } = platform;
  const sending = sendingOf(settings);
  const url =
    settings.BOUGH_MAIL === 'outbox' ? null : required(settings.BOUGH_SMTP_URL, 'BOUGH_SMTP_URL', 'BOUGH_MAIL is smtp');
  if (settings.BOUGH_METADATA === 'sqlite' && isOutboxGone(settings.BOUGH_DATA)) {
    log.error('the outbox that was here is gone, and a new one was started: emails that waited in it are never sent', {
      hint: 'Is its disk mounted? If you find mailer.sqlite, stop Bough, put it back and start. Or restore it from a backup: npm run bough -- restore PLACE.',
    });
  }
  const outbox = await openOutbox(settings, (mails) =>
    log.info('the outbox in mailer.sqlite is in MongoDB now, and the file is gone', { mails }),
  );
  if (settings.BOUGH_METADATA === 'sqlite') noteOutbox(settings.BOUGH_DATA);
  addMailMetrics(platform.metrics.registry, outbox);
  const perHour = Math.max(1, settings.BOUGH_MAIL_PER_HOUR);
  const sender =
    url === null
      ? null
      : new Sender(
          { outbox, transport: createSmtpTransport(url, sending), clock, ids, random, log },
          { perHour, claimMs },
        );
  const server = platform.server(mailerHandlers({ outbox, sender, clock, ids, random }));
  const kept = [watched('outbox', outbox, platform), daily(outbox, { clock, log })];
  return sender === null ? [...kept, server] : [...kept, sender, looker(sender, clock), server];
}

function sendingOf(settings: MailSettings): Sending {
  const { BOUGH_DKIM_DOMAIN: domain, BOUGH_DKIM_SELECTOR: selector } = settings;
  const named = (name: 'BOUGH_MAIL_FROM' | 'BOUGH_MAIL_BOUNCES', text: string): string => {
    const address = emailAddress(text);
    if (address.ok) return address.value;
    throw new MailerFailure(`The setting ${name} is not a plain email address.`, {
      kind: 'invalid',
      code: 'mailer/wrong-sender',
    });
  };
  for (const name of [domain ?? 'a.b', selector]) {
    if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name)) continue;
    throw new MailerFailure('BOUGH_DKIM_DOMAIN and BOUGH_DKIM_SELECTOR must be DNS names.', {
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

/** Wakes the sender now and then. */
function looker(sender: Pick<Sender, 'wake'>, clock: Pick<Clock, 'after'>): Component {
  return repeated('looker', clock, LOOK_MS, () => sender.wake());
}

/** Forgets what is long done, at the start and each day. */
function daily(outbox: Pick<Outbox, 'prune'>, { clock, log }: { readonly clock: Clock; readonly log: Log }): Component {
  const prune = async (): Promise<void> => {
    try {
      await outbox.prune(clock.now());
    } catch (failure) {
      log.warn('what is long done could not be forgotten; it is tried again tomorrow', { error: failure });
    }
  };
  const each = repeated('daily', clock, DAY_MS, () => void prune());
  return {
    ...each,
    start: async () => {
      await prune();
      await each.start?.();
    },
  };
}

function repeated(name: string, clock: Pick<Clock, 'after'>, everyMs: number, work: () => void): Component {
  let cancel = (): void => {};
  const plan = (): void => {
    cancel = clock.after(everyMs, () => {
      work();
      plan();
    });
  };
  return { name, start: async () => plan(), drain: async () => cancel(), stop: async () => cancel() };
}
