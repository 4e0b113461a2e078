import { Failure } from '@bough/base';

/** What goes wrong in mailer. Codes are in SPEC.md. */
export class MailerFailure extends Failure {}
