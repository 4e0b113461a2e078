import { commonSettings, defineSettings, sharedSettings } from '@bough/service';

/** Settings of apps/mailer. */
export const mailerSettings = defineSettings({
  ...commonSettings('8082'),
  BOUGH_MAIL: {
    type: ['outbox', 'smtp'],
    default: 'outbox',
    does: '`smtp` sends emails through BOUGH_SMTP_URL. `outbox` keeps them for you to read: at /outbox if BOUGH_PUBLIC_URL is this machine, else with `npm run bough -- outbox`.',
  },
  BOUGH_METADATA: {
    ...sharedSettings.BOUGH_METADATA,
    does: 'Where the outbox is kept: in a file in BOUGH_DATA, or in MongoDB, which several mailers can share.',
  },
  BOUGH_MONGODB_URL: sharedSettings.BOUGH_MONGODB_URL,
  BOUGH_SMTP_URL: {
    type: 'url',
    schemes: ['smtp', 'smtps'],
    default: null,
    secret: true,
    does: 'The SMTP server: `smtp://user:password@host:587` or `smtps://`.',
  },
  BOUGH_MAIL_FROM: { type: 'text', default: 'bough@localhost', does: 'The sender address of emails.' },
  BOUGH_MAIL_BOUNCES: {
    type: 'text',
    default: null,
    does: 'The address that receives bounced emails; absent: the sender address.',
  },
  BOUGH_MAIL_PER_HOUR: {
    type: 'count',
    default: '20',
    does: 'How many emails one address gets in an hour: so many about its account, and so many others. The rest wait.',
  },
  BOUGH_DKIM_DOMAIN: {
    type: 'text',
    default: null,
    does: 'The domain that signs emails (DKIM). Leave it out if the SMTP server signs them.',
  },
  BOUGH_DKIM_SELECTOR: {
    type: 'text',
    default: 'bough',
    does: 'The DKIM selector: the DNS name of the public key below `_domainkey` of that domain.',
  },
  BOUGH_DKIM_KEY: { type: 'pem', default: null, secret: true, does: 'The private key of the DKIM signatures, as PEM.' },
});
