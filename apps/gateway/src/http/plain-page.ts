import { createHash } from 'node:crypto';
import type { Asked } from '@bough/service';
import type { Response } from 'express';

// Where there is no page to run, or none should: some words and at most one way on, without a script.

const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1c222b}
@media (prefers-color-scheme:dark){:root{--paper:#14171d;--ink:#eae8e1}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:420px;margin:18vh auto 0;padding:0 24px}
h1{margin:0 0 12px;font-size:22px;line-height:1.3}
p{margin:0 0 24px}
a,button{display:inline-block;box-sizing:border-box;min-height:44px;padding:10px 20px;border:0;border-radius:8px;background:var(--ink);color:var(--paper);font:600 16px/24px Inter,system-ui,sans-serif;text-decoration:none;cursor:pointer}
a:focus-visible,button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** The languages of such pages. */
export type PlainLanguage = 'en' | 'de';

/** What stands on the page. Nothing of the request may stand in it: it is not escaped. */
export interface PlainWords {
  readonly title: string;
  readonly text: string;
  /** A form or a link, as HTML. */
  readonly way: string;
}

/** The language that the browser asks for. */
export function plainLanguage({ headers }: Pick<Asked, 'headers'>): PlainLanguage {
  let best: { readonly language: PlainLanguage; readonly weight: number } = { language: 'en', weight: 0 };
  for (const asked of (headers['accept-language'] ?? '').split(',', MOST_ASKED)) {
    const [, language, weight = '1'] = ASKED.exec(asked.toLowerCase()) ?? [];
    if ((language === 'en' || language === 'de') && Number(weight) > best.weight)
      best = { language, weight: Number(weight) };
  }
  return best.language;
}

/** More languages nobody reads, and a header has room for thousands: who is turned away must cost nearly nothing. */
const MOST_ASKED = 16;
/** A language of a list, without its region, and how much it is wanted. */
const ASKED = /^\s*([a-z]{2})(?:-[a-z0-9-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/;

/** To be kept by nobody. */
export const PLAIN_HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
} as const;

/** Such a page. */
export function plainPage(language: PlainLanguage, words: PlainWords): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${STYLE}</style></head><body><main><h1>${words.title}</h1><p>${words.text}</p>${words.way}</main></body></html>`;
}

/** Sends it. */
export function sendPlainPage(res: Response, status: number, language: PlainLanguage, words: PlainWords): void {
  res.status(status).set(PLAIN_HEADERS).send(plainPage(language, words));
}
