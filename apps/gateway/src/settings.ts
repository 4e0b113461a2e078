import { commonSettings, defineSettings, sharedSettings } from '@bough/service';

/** Settings of apps/gateway. */
export const gatewaySettings = defineSettings({
  ...commonSettings('8080'),
  ...sharedSettings,
  BOUGH_COOKIE_KEYS: {
    type: 'secrets',
    secret: true,
    does: 'Keys that sign the session cookie, 32 characters or more each, newest first.',
  },
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
    type: 'domains',
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
    least: 1,
    default: '1',
    does: 'Multiplies the rate limits: for load tests, or while somebody imports a large collection.',
  },
});
