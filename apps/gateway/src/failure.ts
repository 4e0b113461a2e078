import { Failure, type FailureDetails } from '@bough/base';

/** What the gateway itself refuses or cannot do; every code stands in SPEC.md. */
export class GatewayFailure extends Failure {
  constructor(what: GatewayFailureName, message: string, details: Omit<FailureDetails, 'code' | 'kind'> = {}) {
    super(message, { ...details, ...FAILURES[what] });
  }
}

/** Every failure that the gateway raises: its code, written out so that it can be found, and what its caller should do. */
const FAILURES = {
  'cross-site': { code: 'gateway/cross-site', kind: 'denied' },
  csrf: { code: 'gateway/csrf', kind: 'denied' },
  denied: { code: 'gateway/denied', kind: 'denied' },
  unauthenticated: { code: 'gateway/unauthenticated', kind: 'denied' },
  absent: { code: 'gateway/absent', kind: 'absent' },
  malformed: { code: 'gateway/malformed', kind: 'invalid' },
  'account-needed': { code: 'gateway/account-needed', kind: 'denied' },
  'sign-in-needed': { code: 'gateway/sign-in-needed', kind: 'denied' },
  'last-owner': { code: 'gateway/last-owner', kind: 'conflict' },
  'no-method': { code: 'gateway/no-method', kind: 'invalid' },
  scope: { code: 'gateway/scope', kind: 'denied' },
  changed: { code: 'gateway/changed', kind: 'conflict' },
  'key-reused': { code: 'gateway/key-reused', kind: 'invalid' },
  'key-busy': { code: 'gateway/key-busy', kind: 'conflict' },
  refused: { code: 'gateway/refused', kind: 'conflict' },
  'too-many': { code: 'gateway/too-many', kind: 'unavailable' },
  crowded: { code: 'gateway/crowded', kind: 'unavailable' },
  busy: { code: 'gateway/busy', kind: 'unavailable' },
  'bad-token': { code: 'gateway/bad-token', kind: 'invalid' },
  'wrong-browser': { code: 'gateway/wrong-browser', kind: 'invalid' },
  'wrong-password': { code: 'gateway/wrong-password', kind: 'denied' },
  'wrong-passkey': { code: 'gateway/wrong-passkey', kind: 'denied' },
  'late-passkey': { code: 'gateway/late-passkey', kind: 'invalid' },
  'copied-passkey': { code: 'gateway/copied-passkey', kind: 'denied' },
  'known-passkey': { code: 'gateway/known-passkey', kind: 'conflict' },
  'wrong-code': { code: 'gateway/wrong-code', kind: 'denied' },
  'second-step-on': { code: 'gateway/second-step-on', kind: 'conflict' },
  'lost-key': { code: 'gateway/lost-key', kind: 'unavailable' },
  'weak-password': { code: 'gateway/weak-password', kind: 'invalid' },
  unproved: { code: 'gateway/unproved', kind: 'denied' },
  disabled: { code: 'gateway/disabled', kind: 'denied' },
  'way-closed': { code: 'gateway/way-closed', kind: 'denied' },
  closed: { code: 'gateway/closed', kind: 'denied' },
  provider: { code: 'gateway/provider', kind: 'unavailable' },
  'provider-refused': { code: 'gateway/provider-refused', kind: 'denied' },
  'email-taken': { code: 'gateway/email-taken', kind: 'conflict' },
  full: { code: 'gateway/full', kind: 'unavailable' },
  policy: { code: 'gateway/policy', kind: 'denied' },
  metadata: { code: 'gateway/metadata', kind: 'unavailable' },
  bus: { code: 'gateway/bus', kind: 'unavailable' },
} as const satisfies Record<string, Pick<FailureDetails, 'code' | 'kind'>>;

export type GatewayFailureName = keyof typeof FAILURES;
