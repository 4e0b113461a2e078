import { defineSettings } from './settings.ts';

// Every setting of every service, once. Each service reads its own table and knows the others' names, so that one
// environment or one file may serve them all and a misspelt name is still noticed.

const COMMON = defineSettings({
  BOUGH_HOST: { type: 'text', default: '127.0.0.1', does: 'The address that the service listens on.' },
  BOUGH_LOG_LEVEL: {
    type: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    does: 'How much is logged.',
  },
  BOUGH_DATA: { type: 'folder', default: './data', does: 'The folder that embedded storage lives in.' },
  BOUGH_TOKEN_KEYS: {
    type: 'audience keys',
    secret: true,
    does: 'Keys of the tokens that services show each other: `audience:issuer:kid:base64url` entries of 32 bytes, newest first, each known to these two services alone; without `issuer:` it is the gateway that signs.',
  },
  BOUGH_STOP_WITH_STDIN: {
    type: 'flag',
    default: 'false',
    does: 'Whether the service ends when its standard input does: for a parent that must not leave it behind.',
  },
});

const port = <const P extends string>(fallback: P) =>
  ({ type: 'port', default: fallback, does: 'The port that the service listens on; 0 takes any.' }) as const;

/** Settings of apps/gateway. */
export const gatewaySettings = defineSettings({
  ...COMMON,
  PORT: port('8080'),
  BOUGH_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    does: 'The address that people see; cookies, origins and links in mails follow it.',
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
    does: 'How several gateways tell each other what happened.',
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
    does: 'Where docstore answers: one address, or those of all instances, separated by commas and the same for every service.',
  },
  BOUGH_MAILER_URL: { type: 'url', default: 'http://127.0.0.1:8082', does: 'Where mailer answers.' },
  BOUGH_EXPORTER_URL: { type: 'url', default: 'http://127.0.0.1:8083', does: 'Where exporter answers.' },
  BOUGH_PAGE: { type: 'folder', default: 'apps/web/dist', does: 'The folder of the built page.' },
  BOUGH_TRUST_PROXY: {
    type: 'count',
    default: '0',
    does: 'How many proxies in front are trusted to tell the client address.',
  },
  BOUGH_REGISTRATION: {
    type: ['open', 'closed', 'provider'],
    default: 'open',
    does: 'Whether anybody may come, only people whom an invitation names or an operator adds (`closed`), or only people whom a provider of OpenID Connect lets in (`provider`: passwords and email links make no accounts). Unless it is `open`, guests come by a share link alone, and they make no maps.',
  },
  BOUGH_SIGN_IN: {
    type: ['any', 'provider'],
    default: 'any',
    does: 'Whether people sign in as they like, or by a provider of OpenID Connect alone: passwords, email links and all other ways are then refused and not shown.',
  },
  BOUGH_SECURITY_CONTACT: {
    type: 'text',
    default: null,
    does: 'Whom to tell of a hole in this server, a mail address or a page: it stands in /.well-known/security.txt. Absent: there is none.',
  },
  BOUGH_AUDIT_DAYS: {
    type: 'count',
    default: '365',
    does: 'How many days entries of the audit log are kept.',
  },
  BOUGH_ALLOWED_DOMAINS: {
    type: 'text',
    default: null,
    does: 'Which mail domains new accounts may have, as in `example.org, school.example`; absent: any.',
  },
  BOUGH_OIDC_ISSUER: {
    type: 'url',
    default: null,
    does: 'A provider of OpenID Connect that people sign in with; it sends them back to /sign-in/provider below BOUGH_PUBLIC_URL.',
  },
  BOUGH_OIDC_CLIENT_ID: { type: 'text', default: null, does: 'What Bough is called at that provider.' },
  BOUGH_OIDC_CLIENT_SECRET: { type: 'text', default: null, secret: true, does: 'What Bough proves itself with there.' },
  BOUGH_OIDC_NAME: {
    type: 'text',
    default: null,
    does: 'What the button says; absent: the name in BOUGH_OIDC_ISSUER.',
  },
  BOUGH_OIDC_TRUST_EMAIL: {
    type: 'flag',
    default: 'false',
    does: 'Whether addresses are taken as verified where the provider does not say so. True only where nobody can choose the own address there.',
  },
  BOUGH_OIDC_SCOPE: {
    type: 'text',
    default: 'openid email profile',
    does: 'What Bough asks that provider for. Some give groups only to those who ask for `groups`.',
  },
  BOUGH_OIDC_GROUPS_CLAIM: {
    type: 'text',
    default: 'groups',
    does: "Where the provider says a person's groups; dots lead into objects, as in `realm_access.roles`.",
  },
  BOUGH_OIDC_ALLOWED_GROUPS: {
    type: 'text',
    default: null,
    does: 'The groups whose people that provider lets in, separated by commas; absent: all of its people. It is read at every sign-in, and the sessions of people who have left the groups end then.',
  },
  BOUGH_OIDC_OWNER_GROUPS: {
    type: 'text',
    default: null,
    does: 'The groups whose people own this Bough, separated by commas, read at every sign-in.',
  },
  BOUGH_OIDC_GROUPS_DECIDE: {
    type: 'flag',
    default: 'false',
    does: 'Whether these groups alone decide who owns this Bough: an owner by a command or the set-up link, who is in none of them, is none any more after signing in there.',
  },
  BOUGH_OIDC_PROVIDERS: {
    type: 'yaml',
    default: null,
    secret: true,
    does: 'Further providers: a list in YAML, best in a file that BOUGH_OIDC_PROVIDERS_FILE names. An entry has `id`, `name`, `issuer`, `client-id`, `client-secret` or `client-secret-file`, and if wanted `trust-email`, `scope`, `groups-claim`, `allowed-groups`, `owner-groups` and `groups-decide`, which mean what the settings above do. People come back to /sign-in/provider/ID.',
  },
  BOUGH_OLD_SESSIONS_URL: {
    type: 'url',
    default: null,
    secret: true,
    does: 'The MongoDB database with sessions of express-session (connect-mongo) that are carried over; absent: none are.',
  },
  BOUGH_OLD_SESSIONS_COLLECTION: { type: 'text', default: 'sessions', does: 'The collection of these sessions.' },
  BOUGH_OLD_SESSIONS_SECRETS: {
    type: 'text',
    default: null,
    secret: true,
    does: 'The `secret` of express-session; several with commas between.',
  },
  BOUGH_OLD_SESSIONS_COOKIE: { type: 'text', default: 'connect.sid', does: 'The `name` of express-session.' },
  BOUGH_OLD_SESSIONS_PERSON: {
    type: 'text',
    default: 'passport.user',
    does: 'Where in such a session the person stands: a person id of Bough, or the address of an account.',
  },
  BOUGH_OLD_SESSIONS_CSRF: {
    type: 'text',
    default: 'csrfSecret',
    does: 'Where in such a session the secret of its CSRF tokens stands (csurf).',
  },
  BOUGH_LIMITS_FACTOR: {
    type: 'count',
    default: '1',
    does: 'How many times the usual rate limits hold: for load tests. Many people behind one address need none.',
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
    does: 'Keys that seal what the first location holds: `kid:base64url` entries of 32 bytes, newest first.',
  },
  BOUGH_S3_ENDPOINT: FIRST.ENDPOINT,
  BOUGH_S3_REGION: FIRST.REGION,
  BOUGH_S3_BUCKET: FIRST.BUCKET,
  BOUGH_S3_ACCESS_KEY: FIRST.ACCESS_KEY,
  BOUGH_S3_SECRET_KEY: FIRST.SECRET_KEY,
  BOUGH_SECOND: {
    type: ['none', 'folder', 's3'],
    default: 'none',
    does: 'The second location, which holds a copy of every document.',
  },
  BOUGH_WRITE_SPACING_MS: {
    type: 'count',
    default: '0',
    does: 'The least time between two writes of one document, for stores that limit writes of one key (some take about one a second); what comes meanwhile is written together.',
  },
  BOUGH_SECOND_MODE: {
    type: ['async', 'sync'],
    default: 'async',
    does: 'Whether a change is acknowledged before or after the second location has it.',
  },
  BOUGH_SECOND_BEHIND_S: {
    type: 'count',
    default: '300',
    does: 'For how many seconds the second location may be behind before the log tells it.',
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
    does: 'Keys that seal what the second location holds.',
  },
  BOUGH_SECOND_S3_ENDPOINT: SECOND.ENDPOINT,
  BOUGH_SECOND_S3_REGION: SECOND.REGION,
  BOUGH_SECOND_S3_BUCKET: SECOND.BUCKET,
  BOUGH_SECOND_S3_ACCESS_KEY: SECOND.ACCESS_KEY,
  BOUGH_SECOND_S3_SECRET_KEY: SECOND.SECRET_KEY,
  BOUGH_OPEN_MB: {
    type: 'count',
    default: '128',
    does: 'About how many megabytes of memory open maps may take before those that nobody uses are closed.',
  },
  BOUGH_RESERVE_MB: {
    type: 'count',
    default: '64',
    does: 'How many megabytes stay free on the disk of BOUGH_BLOBS_FOLDER: below that documents are read-only until there is room again. 0: until the disk is full.',
  },
  BOUGH_TRASH_DAYS: {
    type: 'count',
    default: '30',
    does: 'How many days a map stays in the trash before it is removed for ever.',
  },
  BOUGH_UPKEEP: {
    type: 'flag',
    default: 'true',
    does: 'Whether this docstore takes part in upkeep: emptying the trash, collecting, reconciling and reading every object, each by one docstore at a time.',
  },
});

/** Settings of apps/mailer. */
export const mailerSettings = defineSettings({
  ...COMMON,
  PORT: port('8082'),
  BOUGH_MAIL: {
    type: ['outbox', 'smtp'],
    default: 'outbox',
    does: 'Whether mails are kept to be shown (on this machine alone, where BOUGH_PUBLIC_URL is an address of it; else by `npm run bough -- outbox`) or sent by SMTP.',
  },
  BOUGH_METADATA: {
    ...gatewaySettings.BOUGH_METADATA,
    does: 'Where the outbox is kept: in a file of its own in BOUGH_DATA, or in the database of people and shares, for any number of mailers.',
  },
  BOUGH_MONGODB_URL: gatewaySettings.BOUGH_MONGODB_URL,
  BOUGH_SMTP_URL: {
    type: 'url',
    default: null,
    secret: true,
    does: 'The SMTP server: `smtp://user:password@host:587` or `smtps://`.',
  },
  BOUGH_MAIL_FROM: { type: 'text', default: 'bough@localhost', does: 'The address that mails come from.' },
  BOUGH_MAIL_BOUNCES: {
    type: 'text',
    default: null,
    does: 'The address that mail servers send back to what they could not deliver; absent: the one that mails come from.',
  },
  BOUGH_MAIL_PER_HOUR: {
    type: 'count',
    default: '20',
    does: 'How many mails one address gets in an hour at most, of those about its account and of all others each; further ones wait.',
  },
  BOUGH_DKIM_DOMAIN: {
    type: 'text',
    default: null,
    does: 'The domain that signs mails (DKIM); absent: the SMTP server signs, or nobody does.',
  },
  BOUGH_DKIM_SELECTOR: {
    type: 'text',
    default: 'bough',
    does: 'The name below `_domainkey` of that domain where the public key stands in the DNS.',
  },
  BOUGH_DKIM_KEY: { type: 'pem', default: null, secret: true, does: 'The private key of those signatures, as PEM.' },
});

/** Settings of apps/exporter. */
export const exporterSettings = defineSettings({
  ...COMMON,
  PORT: port('8083'),
  BOUGH_DOCSTORE_URL: gatewaySettings.BOUGH_DOCSTORE_URL,
  BOUGH_EXPORT_PROCESSES: {
    type: 'count',
    default: '0',
    does: 'How many files are drawn at a time, each in a process of up to 500 MB; 0: one less than there are processors, 4 at most.',
  },
});

/** Settings of `npm run bough -- backup` and `restore`, besides those of the services. */
export const backupSettings = defineSettings({
  BOUGH_BACKUP_KEYS: {
    type: 'keys',
    default: null,
    secret: true,
    does: 'Keys that seal backups, `kid:base64url` entries of 32 bytes, newest first; absent: `secrets/backup-keys` in BOUGH_DATA, made by the first backup.',
  },
  BOUGH_BACKUP_PASSPHRASE: {
    type: 'text',
    default: null,
    secret: true,
    does: 'Seals the secrets in a backup that is made with `--with-secrets`, and opens them again.',
  },
  BOUGH_BACKUP_S3_ENDPOINT: { type: 'url', default: null, does: 'The S3 endpoint of backups in `s3://BUCKET/FOLDER`.' },
  BOUGH_BACKUP_S3_REGION: { type: 'text', default: 'us-east-1', does: 'The S3 region of these backups.' },
  BOUGH_BACKUP_S3_ACCESS_KEY: { type: 'text', default: null, secret: true, does: 'The access key of these backups.' },
  BOUGH_BACKUP_S3_SECRET_KEY: { type: 'text', default: null, secret: true, does: 'The secret key of these backups.' },
});

/** All names that any service reads. */
export const everySetting = defineSettings({
  ...gatewaySettings,
  ...docstoreSettings,
  ...mailerSettings,
  ...exporterSettings,
  ...backupSettings,
});
