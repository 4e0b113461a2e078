import { unreachable } from '@bough/base';
import type { Mail } from '@bough/contracts';

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
