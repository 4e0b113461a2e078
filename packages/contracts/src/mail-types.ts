/** What mailer can write; no user text reaches a header. */
export type Mail =
  | {
      readonly kind: 'sign-in' | 'reset-password' | 'change-email';
      readonly to: string;
      readonly link: string;
      readonly expiresInMinutes: number;
    }
  | {
      /** Somebody signed in to the account in a browser that was not known before. */
      readonly kind: 'new-browser';
      readonly to: string;
      /** Where the reader says that it was not them. */
      readonly link: string;
      readonly at: number;
      /** As a session is called: `Firefox on Linux`. */
      readonly device: string;
    }
  | { readonly kind: 'notice'; readonly to: string; readonly about: MailNotice; readonly link: string }
  | {
      readonly kind: 'invitation';
      readonly to: string;
      readonly link: string;
      readonly from: string;
      readonly title: string;
    }
  | {
      readonly kind: 'mention';
      readonly to: string;
      readonly link: string;
      /** Of the map. */
      readonly title: string;
      /** Oldest first; one at least. */
      readonly comments: readonly MailedComment[];
    };

/** A comment that names the reader. */
export interface MailedComment {
  readonly from: string;
  readonly text: string;
}

/** What somebody is told after it happened, so that they notice when it was not them. */
export type MailNotice =
  | 'email-changed'
  | 'password-changed'
  | 'account-deleted'
  | 'token-made'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'second-step-on'
  | 'second-step-off'
  | 'second-step-removed'
  | 'recovery-codes-made'
  | 'recovery-codes-removed'
  | 'recovery-code-used';

export interface MailRequest {
  /** Sent once for one key, however often it is asked for. */
  readonly key: string;
  readonly mail: Mail;
  /**
   * For so long it gathers: another mail with its key takes its place, and it is neither sent nor shown. Absent: it does not, and what
   * has gathered under its key goes now, as this mail.
   */
  readonly gatherSeconds?: number;
}
export interface SentMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: number;
  readonly state: 'waiting' | 'sent' | 'failed';
}
/** The mail is kept; `state` says how far it came. */
export interface MailAccepted {
  readonly id: string;
  readonly state: SentMail['state'];
}
