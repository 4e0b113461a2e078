import type { LetterWords, MailLanguage } from './letter-words.ts';

// The one template. Mail programs know little of CSS: plain blocks, every colour both as an attribute of its element and, for
// those that read style sheets, as a class that turns dark with the device. Nothing is loaded, so nobody learns who read it when: a
// picture travels with the mail.

/** What the picture of a mail is called in it. */
export const PICTURE_ID = 'map';

/** What a letter says, before it has a form. */
export interface LetterParts {
  readonly said: LetterWords;
  /** The name of what it is about, as somebody wrote it; null: there is none. */
  readonly title: string | null;
  /** What else it is about; absent: nothing. */
  readonly titles?: readonly string[];
  readonly link: string;
  /** What others wrote; absent: nothing. */
  readonly quotes?: readonly { readonly from: string; readonly text: string }[];
  /** What each of some people did, in a sentence each; absent: nothing. */
  readonly acts?: readonly { readonly from: string; readonly text: string }[];
  /** What is said below them. */
  readonly more?: string | null;
  /** How to say what the picture shows that travels with it; null: there is none. */
  readonly picture?: { readonly alt: string } | null;
  /** How to get no more of its kind; null: that cannot be had. */
  readonly end: { readonly link: string; readonly noMore: string; readonly noMoreLabel: string } | null;
  readonly language: MailLanguage;
}

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #14171d !important; color: #eae8e1 !important; }
  .ink { color: #eae8e1 !important; }
  .button { background: #eae8e1 !important; color: #14171d !important; }
  .soft { color: #a3a4a2 !important; }
  .title { border-color: #59b47d !important; }
  .rule { border-color: #292c31 !important; }
}`.trim();

/** The letter as text and as HTML, which say the same. */
export function dressLetter(parts: LetterParts): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  return { subject: parts.said.subject, text: asText(parts), html: asHtml(parts) };
}

function asText({ said, title, titles = [], link, quotes = [], acts = [], more = null, end }: LetterParts): string {
  const quoted = quotes.map(({ from, text }) => `${from}:\n${text.replace(/^/gm, '> ')}`);
  const did = [...acts.map(({ from, text }) => `${from}: ${text}`), ...(more === null ? [] : [more])];
  const lines = [said.said, ...(title === null ? [] : [title, ...titles]), ...quoted, ...did, link, said.note];
  const tail = end === null ? [] : [`-- \n${end.noMore}\n${end.link}`];
  return `${[...lines, ...tail].join('\n\n')}\n`;
}

function asHtml(parts: LetterParts): string {
  const { said, title, titles = [], link, quotes = [], acts = [], more = null, picture = null, end, language } = parts;
  const named = (title === null ? [] : [title, ...titles])
    .map(
      (each) => `
<p class="title ink" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:4px solid #258651;font-size:20px;line-height:1.3;font-weight:600;color:#1c222b;overflow-wrap:anywhere">${escapeHtml(each)}</p>`,
    )
    .join('');
  const quoted = [...quotes, ...acts]
    .map(
      ({ from, text }) => `
<p class="ink" style="margin:0 0 16px;color:#1c222b;overflow-wrap:anywhere"><strong>${escapeHtml(from)}</strong><br>${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`,
    )
    .join('');
  const rest = more === null ? '' : `\n<p class="soft" style="margin:0 0 16px;color:#60646a">${escapeHtml(more)}</p>`;
  const shown = picture === null ? '' : pictureOf(link, picture.alt);
  const tail =
    end === null
      ? ''
      : `
<p class="soft rule" style="margin:28px 0 0;padding:14px 0 0;border-top:1px solid #dddddc;font-size:13px;color:#60646a">${escapeHtml(end.noMore)} <a class="soft" href="${escapeHtml(end.link)}" style="color:#60646a">${escapeHtml(end.noMoreLabel)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(said.subject)}</title>
<style>
${STYLE}
</style>
</head>
<body class="paper" bgcolor="#fbfaf7" style="margin:0;padding:0;background:#fbfaf7;color:#1c222b">
<div class="paper" style="max-width:480px;margin:0 auto;padding:36px 24px;background:#fbfaf7;color:#1c222b;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<p class="ink" style="margin:0 0 20px;color:#1c222b;overflow-wrap:anywhere">${escapeHtml(said.said)}</p>${named}${quoted}${rest}${shown}
<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c222b;color:#fbfaf7;font-weight:600;text-decoration:none">${escapeHtml(said.label)}</a></p>
<p class="soft" style="margin:0;font-size:14px;color:#60646a">${escapeHtml(said.note)}</p>
<p class="soft" style="margin:16px 0 0;font-size:13px;color:#60646a;overflow-wrap:anywhere;word-break:break-all">${escapeHtml(link)}</p>${tail}
</div>
</body>
</html>
`;
}

/** Twice as large as it is shown, for screens that are that fine. */
function pictureOf(link: string, alt: string): string {
  const style =
    'display:block;width:100%;max-width:432px;height:auto;border:1px solid #dddddc;border-radius:8px;box-sizing:border-box';
  return `
<p style="margin:4px 0 24px"><a href="${escapeHtml(link)}"><img class="rule" src="cid:${PICTURE_ID}" width="432" height="324" alt="${escapeHtml(alt)}" style="${style}"></a></p>`;
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
