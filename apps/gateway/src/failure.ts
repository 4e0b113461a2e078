import { Failure, type FailureDetails } from '@bough/base';

/** What the gateway itself refuses or cannot do; every code stands in SPEC.md. */
export class GatewayFailure extends Failure {
  constructor(code: GatewayCode, message: string, details: Omit<FailureDetails, 'code' | 'kind'> = {}) {
    super(message, { ...details, code: `gateway/${code}`, kind: KINDS[code] });
  }
}

/** Every code that the gateway raises, with what its caller should do. */
export const KINDS = {
  'cross-site': 'denied',
  csrf: 'denied',
  denied: 'denied',
  unauthenticated: 'denied',
  absent: 'absent',
  malformed: 'invalid',
  'too-many': 'unavailable',
  'bad-token': 'invalid',
  'wrong-browser': 'invalid',
  'email-taken': 'conflict',
  metadata: 'unavailable',
  bus: 'unavailable',
} as const satisfies Record<string, FailureDetails['kind']>;

export type GatewayCode = keyof typeof KINDS;
