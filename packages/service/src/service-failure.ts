import { Failure } from '@bough/base';

/** What goes wrong around a service: settings, tokens, calls, requests. Codes are in SPEC.md. */
export class ServiceFailure extends Failure {}
