import { Failure, type FailureDetails } from '@bough/base';

/** What goes wrong in mailer. Codes are in SPEC.md. */
export class MailerFailure extends Failure {
  constructor(message: string, details: FailureDetails) {
    super(message, details);
  }
}
