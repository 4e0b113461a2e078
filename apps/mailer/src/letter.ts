import { unreachable } from '@bough/base';
import type { Mail, MailNotice } from '@bough/contracts';

/** A mail as it is sent. The subject is ours alone: no user's text reaches a header. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** After so many minutes nobody needs it any more; null: it keeps. */
  readonly usefulMinutes: number | null;
}

/** Writes the letter that was asked for. */
export function writeLetter(mail: Mail): Letter {
  switch (mail.kind) {
    case 'sign-in':
      return {
        to: mail.to,
        subject: 'Sign in to Bough',
        usefulMinutes: mail.expiresInMinutes,
        ...body(
          ['Open this link in the browser where you asked to sign in:'],
          mail.link,
          'Sign in',
          `It works once and for ${minutes(mail.expiresInMinutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
        ),
      };
    case 'reset-password':
      return {
        to: mail.to,
        subject: 'A new password for Bough',
        usefulMinutes: mail.expiresInMinutes,
        ...body(
          ['Open this link in the browser where you asked for it, and choose a new password:'],
          mail.link,
          'Choose a password',
          `It works once and for ${minutes(mail.expiresInMinutes)}. If you did not ask for it, ignore this mail: your password stays as it is.`,
        ),
      };
    case 'change-email':
      return {
        to: mail.to,
        subject: 'Your new address in Bough',
        usefulMinutes: mail.expiresInMinutes,
        ...body(
          ['Open this link in the browser where you asked for it, and this address becomes that of your account:'],
          mail.link,
          'Use this address',
          `It works once and for ${minutes(mail.expiresInMinutes)}. If you did not ask for it, ignore this mail: nothing happens.`,
        ),
      };
    case 'notice':
      return { to: mail.to, usefulMinutes: null, ...notice(mail.about, mail.link) };
    case 'invitation':
      return {
        to: mail.to,
        subject: 'You are invited to a map',
        usefulMinutes: null,
        ...body(
          [`${mail.from} invites you to a map in Bough:`, mail.title],
          mail.link,
          'Open the map',
          'Whoever has this link can open the map, so pass it on with care.',
        ),
      };
    default:
      return unreachable(mail);
  }
}

const NOTICES: Readonly<
  Record<MailNotice, { readonly subject: string; readonly said: string; readonly note: string }>
> = {
  'email-changed': {
    subject: 'Your address in Bough was changed',
    said: 'Your account in Bough has another address now. This one signs nobody in any more.',
    note: 'If it was not you, tell whoever runs this Bough: they can end the sessions of the account and give it back.',
  },
  'password-changed': {
    subject: 'Your password in Bough was changed',
    said: 'The password of your account in Bough was set, changed or removed. Every other browser was signed out.',
    note: 'If it was not you, sign in with a mailed link, choose another password, and end all sessions on the account page.',
  },
  'account-deleted': {
    subject: 'Your account in Bough was deleted',
    said: 'Your account in Bough and the maps that nobody else could edit were deleted.',
    note: 'If it was not you, tell whoever runs this Bough at once: for some time, backups still have your maps.',
  },
};

function notice(about: MailNotice, link: string): Pick<Letter, 'subject' | 'text' | 'html'> {
  const { subject, said, note } = NOTICES[about];
  return { subject, ...body([said], link, 'Open Bough', note) };
}

function minutes(count: number): string {
  return count === 1 ? 'one minute' : `${count} minutes`;
}

function body(lines: readonly string[], link: string, label: string, note: string): { text: string; html: string } {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  return {
    text: `${[...lines, link, note].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1f2328">
${paragraphs}
<p><a href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>
<p style="color:#57606a">${escapeHtml(note)}</p>
</body>
</html>
`,
  };
}

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (each) => ENTITY[each] ?? '');
}
