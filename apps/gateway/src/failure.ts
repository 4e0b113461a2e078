import { Failure, type FailureDetails } from '@bough/base';

/** What the gateway refuses or cannot do; every code stands in SPEC.md. A hint in the details replaces that of the code. */
export class GatewayFailure extends Failure {
  constructor(what: GatewayFailureName, message: string, details: Omit<FailureDetails, 'code' | 'kind'> = {}) {
    super(message, { ...FAILURES[what], ...details });
  }
}

/** Every failure that the gateway raises: its code, written out so that it can be found, what its caller should do, and a hint that says so in words. */
const FAILURES = {
  'cross-site': { code: 'gateway/cross-site', kind: 'denied' },
  csrf: {
    code: 'gateway/csrf',
    kind: 'denied',
    hint: 'Get a new token from GET /api/session and send it with the request.',
  },
  denied: { code: 'gateway/denied', kind: 'denied' },
  unauthenticated: { code: 'gateway/unauthenticated', kind: 'denied', hint: 'Sign in and try again.' },
  absent: { code: 'gateway/absent', kind: 'absent' },
  'no-such-number': {
    code: 'gateway/no-such-number',
    kind: 'absent',
    hint: 'Read the map without `at`: its answer names the last number.',
  },
  malformed: { code: 'gateway/malformed', kind: 'invalid' },
  'account-needed': { code: 'gateway/account-needed', kind: 'denied', hint: 'Sign in with an email address first.' },
  'sign-in-needed': { code: 'gateway/sign-in-needed', kind: 'denied' },
  'last-owner': { code: 'gateway/last-owner', kind: 'conflict', hint: 'Make someone else an owner first.' },
  'no-method': { code: 'gateway/no-method', kind: 'invalid', hint: 'The Allow header lists the supported methods.' },
  scope: { code: 'gateway/scope', kind: 'denied', hint: 'Create a token with this scope in your account.' },
  changed: {
    code: 'gateway/changed',
    kind: 'conflict',
    hint: 'Read it again, then repeat the request if it is still right.',
  },
  'key-reused': { code: 'gateway/key-reused', kind: 'invalid', hint: 'Use a new key for each new request.' },
  'key-busy': { code: 'gateway/key-busy', kind: 'conflict', hint: 'Wait, then repeat the request with the same key.' },
  refused: { code: 'gateway/refused', kind: 'conflict', hint: 'Read the map again, and correct the change.' },
  'too-many': { code: 'gateway/too-many', kind: 'unavailable' },
  crowded: { code: 'gateway/crowded', kind: 'unavailable', hint: 'Try again in a few seconds.' },
  'export-away': {
    code: 'gateway/export-away',
    kind: 'unavailable',
    hint: 'Try again in a minute. If that does not help, tell the administrator of this server.',
  },
  'import-away': {
    code: 'gateway/import-away',
    kind: 'unavailable',
    hint: 'Import it again in a minute. If that does not help, tell the administrator of this server.',
  },
  busy: { code: 'gateway/busy', kind: 'unavailable', hint: 'Try again in a minute.' },
  'unreadable-file': {
    code: 'gateway/unreadable-file',
    kind: 'invalid',
    hint: 'Save it in another format, such as OPML, and try again.',
  },
  'bad-token': { code: 'gateway/bad-token', kind: 'invalid', hint: 'Request a new one.' },
  'wrong-browser': {
    code: 'gateway/wrong-browser',
    kind: 'invalid',
    hint: 'Open it in that browser, or request a new link here.',
  },
  'wrong-password': {
    code: 'gateway/wrong-password',
    kind: 'denied',
    hint: 'Try again, or sign in with an email link.',
  },
  'wrong-passkey': {
    code: 'gateway/wrong-passkey',
    kind: 'denied',
    hint: 'Try again with another passkey, or sign in another way.',
  },
  'late-passkey': { code: 'gateway/late-passkey', kind: 'invalid', hint: 'Try again.' },
  'copied-passkey': {
    code: 'gateway/copied-passkey',
    kind: 'denied',
    hint: 'Sign in another way, and remove this passkey on the account page.',
  },
  'known-passkey': {
    code: 'gateway/known-passkey',
    kind: 'conflict',
    hint: 'Use it, or create one on another device.',
  },
  'wrong-code': { code: 'gateway/wrong-code', kind: 'denied', hint: 'Wait for the next code, or use a recovery code.' },
  'second-step-on': { code: 'gateway/second-step-on', kind: 'conflict', hint: 'Turn it off first.' },
  'lost-key': {
    code: 'gateway/lost-key',
    kind: 'unavailable',
    hint: 'Use a recovery code. An operator can put the key back, or run: npm run bough -- remove-second-step ADDRESS.',
  },
  'weak-password': { code: 'gateway/weak-password', kind: 'invalid', hint: 'Several unusual words are best.' },
  unproved: { code: 'gateway/unproved', kind: 'denied', hint: 'Sign in again.' },
  disabled: { code: 'gateway/disabled', kind: 'denied', hint: 'Ask the administrator of this server.' },
  'way-closed': { code: 'gateway/way-closed', kind: 'denied', hint: 'Choose one of the buttons on the sign-in page.' },
  closed: { code: 'gateway/closed', kind: 'denied' },
  provider: { code: 'gateway/provider', kind: 'unavailable', hint: 'Sign in another way, or try again later.' },
  'provider-refused': { code: 'gateway/provider-refused', kind: 'denied', hint: 'Start again on the sign-in page.' },
  'email-taken': { code: 'gateway/email-taken', kind: 'conflict', hint: 'Use another address.' },
  full: {
    code: 'gateway/full',
    kind: 'unavailable',
    hint: 'Try again later. An operator must free space on the disk of BOUGH_DATA.',
  },
  policy: { code: 'gateway/policy', kind: 'denied' },
  metadata: { code: 'gateway/metadata', kind: 'unavailable' },
  bus: {
    code: 'gateway/bus',
    kind: 'unavailable',
    hint: 'Check Redis and BOUGH_REDIS_URL. Meanwhile gateways ask docstore and the database instead.',
  },
} as const satisfies Record<string, Pick<FailureDetails, 'code' | 'kind' | 'hint'>>;

export type GatewayFailureName = keyof typeof FAILURES;

// Whoever may not see something is told the same as if it were not there.

export function noSuchMap(): GatewayFailure {
  return new GatewayFailure('absent', 'This map does not exist, or you do not have access to it.');
}

export function noSuchGroup(): GatewayFailure {
  return new GatewayFailure('absent', 'This group does not exist, or it is not yours.');
}

export function noSuchFolder(): GatewayFailure {
  return new GatewayFailure('absent', 'This folder does not exist, or you do not have access to it.');
}
