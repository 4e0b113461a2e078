import { defineSettings } from './settings.ts';

// Every setting of every service, once. Each service reads its table and knows the names in the others, so that one environment or
// one file can serve them all and a misspelt name is still noticed.

const COMMON = defineSettings({
  BOUGH_HOST: { type: 'text', default: '127.0.0.1', does: 'The address that the service listens on.' },
  BOUGH_LOG_LEVEL: {
    type: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    does: 'The lowest level of messages that are logged.',
  },
  BOUGH_DATA: {
    type: 'folder',
    default: './data',
    does: 'The folder for everything that Bough keeps on this machine.',
  },
  BOUGH_TOKEN_KEYS: {
    type: 'audience keys',
    secret: true,
    does: 'Keys of the tokens that services send each other: `audience:issuer:kid:base64url` entries of 32 bytes, newest first. Only the two services named know a key; without `issuer:` the gateway signs.',
  },
  BOUGH_STOP_WITH_STDIN: {
    type: 'flag',
    default: 'false',
    does: 'Ends the service when its standard input closes, so that it never outlives the process that started it.',
  },
});

const port = <const P extends string>(fallback: P) =>
  ({ type: 'port', default: fallback, does: 'The port that the service listens on; 0 picks a free one.' }) as const;

/** Settings of apps/gateway. */
export const gatewaySettings = defineSettings({
  ...COMMON,
  PORT: port('8080'),
  BOUGH_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    does: 'The address that people open. Cookies, allowed origins and links in emails follow it.',
  },
  BOUGH_COOKIE_KEYS: {
    type: 'secrets',
    secret: true,
    does: 'Keys that sign the session cookie, 32 characters or more each, newest first.',
  },
  BOUGH_METADATA: {
    type: ['sqlite', 'mongodb'],
    default: 'sqlite',
    does: 'Where people, shares and lists of maps are kept.',
  },
  BOUGH_MONGODB_URL: { type: 'url', default: null, secret: true, does: 'The MongoDB server and database.' },
  BOUGH_BUS: {
    type: ['process', 'redis'],
    default: 'process',
    does: 'How gateways notify each other: `redis` when you run more than one.',
  },
  BOUGH_REDIS_URL: {
    type: 'text',
    default: null,
    secret: true,
    does: 'The Redis or Valkey: redis://host, or, separated by commas, redis+sentinel://host/MASTER or redis+cluster://host.',
  },
  BOUGH_DOCSTORE_URL: {
    type: 'urls',
    default: 'http://127.0.0.1:8081',
    does: 'The address of docstore, or of all its instances, separated by commas and the same for every service.',
  },
  BOUGH_MAILER_URL: { type: 'url', default: 'http://127.0.0.1:8082', does: 'The address of mailer.' },
  BOUGH_EXPORTER_URL: { type: 'url', default: 'http://127.0.0.1:8083', does: 'The address of exporter.' },
  BOUGH_PAGE: { type: 'folder', default: 'apps/web/dist', does: 'The folder of the built page.' },
  BOUGH_TRUST_PROXY: {
    type: 'count',
    default: '0',
    does: 'How many reverse proxies stand in front of Bough and are trusted to name the client (X-Forwarded-For).',
  },
  BOUGH_REGISTRATION: {
    type: ['open', 'closed', 'provider'],
    default: 'open',
    does: 'Who can create an account: anyone (`open`), people who were invited or added by an operator (`closed`), or people that an OpenID Connect provider admits (`provider`). Unless it is `open`, guests need a share link and cannot create maps.',
  },
  BOUGH_SIGN_IN: {
    type: ['any', 'provider'],
    default: 'any',
    does: '`provider` turns off every way to sign in except OpenID Connect; the page then hides the others.',
  },
  BOUGH_SECURITY_CONTACT: {
    type: 'text',
    default: null,
    does: 'An email address or a page for security reports about this server, published in /.well-known/security.txt. Absent: no such file.',
  },
  BOUGH_AUDIT_DAYS: {
    type: 'count',
    default: '365',
    does: 'How many days the audit log keeps its entries.',
  },
  BOUGH_ALLOWED_DOMAINS: {
    type: 'text',
    default: null,
    does: 'The email domains that new accounts may have, as in `example.org, school.example`; absent: any.',
  },
  BOUGH_OIDC_ISSUER: {
    type: 'url',
    default: null,
    does: 'The issuer of an OpenID Connect provider. Its redirect address is /sign-in/provider below BOUGH_PUBLIC_URL.',
  },
  BOUGH_OIDC_CLIENT_ID: { type: 'text', default: null, does: 'The client id of Bough at that provider.' },
  BOUGH_OIDC_CLIENT_SECRET: {
    type: 'text',
    default: null,
    secret: true,
    does: 'The client secret of Bough at that provider.',
  },
  BOUGH_OIDC_NAME: {
    type: 'text',
    default: null,
    does: 'The label of the sign-in button; absent: the host in BOUGH_OIDC_ISSUER.',
  },
  BOUGH_OIDC_TRUST_EMAIL: {
    type: 'flag',
    default: 'false',
    does: 'Treats every address from the provider as verified. Set it only if people cannot choose their address at the provider.',
  },
  BOUGH_OIDC_SCOPE: {
    type: 'text',
    default: 'openid email profile',
    does: 'The scope that Bough requests. Some providers send groups only if it includes `groups`.',
  },
  BOUGH_OIDC_GROUPS_CLAIM: {
    type: 'text',
    default: 'groups',
    does: "The claim that lists a person's groups; dots lead into objects, as in `realm_access.roles`.",
  },
  BOUGH_OIDC_ALLOWED_GROUPS: {
    type: 'text',
    default: null,
    does: 'The groups that may sign in with that provider, separated by commas; absent: everybody there. Checked at every sign-in; the sessions of people who have left these groups end then.',
  },
  BOUGH_OIDC_OWNER_GROUPS: {
    type: 'text',
    default: null,
    does: 'The groups whose members own this Bough, separated by commas. Checked at every sign-in.',
  },
  BOUGH_OIDC_GROUPS_DECIDE: {
    type: 'flag',
    default: 'false',
    does: 'Only these groups decide who owns this Bough. An owner made by a command or the set-up link stops being one at the next sign-in, unless a group says so.',
  },
  BOUGH_OIDC_PROVIDERS: {
    type: 'yaml',
    default: null,
    secret: true,
    does: 'More providers: a list in YAML, best in a file named by BOUGH_OIDC_PROVIDERS_FILE. Each entry has `id`, `name`, `issuer`, `client-id`, and `client-secret` or `client-secret-file`; optional are `trust-email`, `scope`, `groups-claim`, `allowed-groups`, `owner-groups` and `groups-decide`, with the meaning of the settings above. The redirect address ends in /sign-in/provider/ID.',
  },
  BOUGH_OLD_SESSIONS_URL: {
    type: 'url',
    default: null,
    secret: true,
    does: 'A MongoDB database of express-session (connect-mongo) whose sessions Bough takes over, so that people stay signed in; absent: none.',
  },
  BOUGH_OLD_SESSIONS_COLLECTION: { type: 'text', default: 'sessions', does: 'The collection with these sessions.' },
  BOUGH_OLD_SESSIONS_SECRETS: {
    type: 'text',
    default: null,
    secret: true,
    does: 'The `secret` of express-session; several are separated by commas.',
  },
  BOUGH_OLD_SESSIONS_COOKIE: { type: 'text', default: 'connect.sid', does: 'The `name` of express-session.' },
  BOUGH_OLD_SESSIONS_PERSON: {
    type: 'text',
    default: 'passport.user',
    does: 'The field of such a session that names the person: a person id of Bough, or the address of an account.',
  },
  BOUGH_OLD_SESSIONS_CSRF: {
    type: 'text',
    default: 'csrfSecret',
    does: 'The field of such a session that holds the secret of its CSRF tokens (csurf).',
  },
  BOUGH_LIMITS_FACTOR: {
    type: 'count',
    default: '1',
    does: 'Multiplies the rate limits: for load tests, or while somebody imports a large collection.',
  },
});

const s3 = (which: string) =>
  ({
    ENDPOINT: { type: 'url', default: null, does: `The S3 endpoint of the ${which} location.` },
    REGION: { type: 'text', default: 'us-east-1', does: `The S3 region of the ${which} location.` },
    BUCKET: { type: 'text', default: null, does: `The bucket of the ${which} location.` },
    ACCESS_KEY: { type: 'text', default: null, secret: true, does: `The access key of the ${which} location.` },
    SECRET_KEY: { type: 'text', default: null, secret: true, does: `The secret key of the ${which} location.` },
  }) as const;
const FIRST = s3('first');
const SECOND = s3('second');

/** Settings of apps/docstore. */
export const docstoreSettings = defineSettings({
  ...COMMON,
  PORT: port('8081'),
  BOUGH_BLOBS: { type: ['folder', 's3'], default: 'folder', does: 'Where documents are kept.' },
  BOUGH_BLOBS_FOLDER: { type: 'folder', default: '<data>/blobs/first', does: 'The folder of the first location.' },
  BOUGH_BLOBS_KEYS: {
    type: 'keys',
    secret: true,
    does: 'Keys that encrypt the first location: `kid:base64url` entries of 32 bytes, newest first.',
  },
  BOUGH_S3_ENDPOINT: FIRST.ENDPOINT,
  BOUGH_S3_REGION: FIRST.REGION,
  BOUGH_S3_BUCKET: FIRST.BUCKET,
  BOUGH_S3_ACCESS_KEY: FIRST.ACCESS_KEY,
  BOUGH_S3_SECRET_KEY: FIRST.SECRET_KEY,
  BOUGH_SECOND: {
    type: ['none', 'folder', 's3'],
    default: 'none',
    does: 'The kind of the second location, which holds a copy of every document.',
  },
  BOUGH_WRITE_SPACING_MS: {
    type: 'count',
    default: '0',
    does: 'The shortest time between two writes of one document, for stores that limit writes to one key (some allow about one a second). Changes in between are written together.',
  },
  BOUGH_SECOND_MODE: {
    type: ['async', 'sync'],
    default: 'async',
    does: '`sync` acknowledges a change only after the second location has it; `async` copies it afterwards.',
  },
  BOUGH_SECOND_BEHIND_S: {
    type: 'count',
    default: '300',
    does: 'How many seconds the second location may lag before Bough logs it.',
  },
  BOUGH_SECOND_BLOBS_FOLDER: {
    type: 'folder',
    default: '<data>/blobs/second',
    does: 'The folder of the second location.',
  },
  BOUGH_SECOND_BLOBS_KEYS: {
    type: 'keys',
    default: null,
    secret: true,
    does: 'Keys that encrypt the second location.',
  },
  BOUGH_SECOND_S3_ENDPOINT: SECOND.ENDPOINT,
  BOUGH_SECOND_S3_REGION: SECOND.REGION,
  BOUGH_SECOND_S3_BUCKET: SECOND.BUCKET,
  BOUGH_SECOND_S3_ACCESS_KEY: SECOND.ACCESS_KEY,
  BOUGH_SECOND_S3_SECRET_KEY: SECOND.SECRET_KEY,
  BOUGH_OPEN_MB: {
    type: 'count',
    default: '128',
    does: 'About how many megabytes of memory open maps may use. Above that, idle maps are closed.',
  },
  BOUGH_RESERVE_MB: {
    type: 'count',
    default: '64',
    does: 'How many megabytes stay free on the disk of BOUGH_BLOBS_FOLDER. Below that, documents are read-only until space is freed. 0: only when the disk is full.',
  },
  BOUGH_TRASH_DAYS: {
    type: 'count',
    default: '30',
    does: 'How many days a map stays in the trash before it is deleted forever.',
  },
  BOUGH_UPKEEP: {
    type: 'flag',
    default: 'true',
    does: 'Whether this docstore runs upkeep: it empties the trash, removes unused objects, compares the two locations and reads every object to check it. One docstore does each task at a time.',
  },
});

/** Settings of apps/mailer. */
export const mailerSettings = defineSettings({
  ...COMMON,
  PORT: port('8082'),
  BOUGH_MAIL: {
    type: ['outbox', 'smtp'],
    default: 'outbox',
    does: '`smtp` sends emails through BOUGH_SMTP_URL. `outbox` keeps them for you to read: at /outbox if BOUGH_PUBLIC_URL is this machine, else with `npm run bough -- outbox`.',
  },
  BOUGH_METADATA: {
    ...gatewaySettings.BOUGH_METADATA,
    does: 'Where the outbox is kept: in a file in BOUGH_DATA, or in MongoDB, which several mailers can share.',
  },
  BOUGH_MONGODB_URL: gatewaySettings.BOUGH_MONGODB_URL,
  BOUGH_SMTP_URL: {
    type: 'url',
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

/** Settings of apps/exporter. */
export const exporterSettings = defineSettings({
  ...COMMON,
  PORT: port('8083'),
  BOUGH_DOCSTORE_URL: gatewaySettings.BOUGH_DOCSTORE_URL,
  BOUGH_EXPORT_PROCESSES: {
    type: 'count',
    default: '0',
    does: 'How many files are drawn at the same time, each in a process of up to 500 MB. 0: one fewer than the processors, at most 4.',
  },
});

/** Settings of `npm run bough -- backup` and `restore`, besides those of the services. */
export const backupSettings = defineSettings({
  BOUGH_BACKUP_KEYS: {
    type: 'keys',
    default: null,
    secret: true,
    does: 'Keys that encrypt backups: `kid:base64url` entries of 32 bytes, newest first; absent: `secrets/backup-keys` in BOUGH_DATA, made by the first backup.',
  },
  BOUGH_BACKUP_PASSPHRASE: {
    type: 'text',
    default: null,
    secret: true,
    does: 'Encrypts the secrets in a backup that is made with `--with-secrets`, and decrypts them again.',
  },
  BOUGH_BACKUP_S3_ENDPOINT: { type: 'url', default: null, does: 'The S3 endpoint of backups in `s3://BUCKET/FOLDER`.' },
  BOUGH_BACKUP_S3_REGION: { type: 'text', default: 'us-east-1', does: 'The S3 region of these backups.' },
  BOUGH_BACKUP_S3_ACCESS_KEY: { type: 'text', default: null, secret: true, does: 'The access key of these backups.' },
  BOUGH_BACKUP_S3_SECRET_KEY: { type: 'text', default: null, secret: true, does: 'The secret key of these backups.' },
});

/** Every setting of every service. */
export const everySetting = defineSettings({
  ...gatewaySettings,
  ...docstoreSettings,
  ...mailerSettings,
  ...exporterSettings,
  ...backupSettings,
});
