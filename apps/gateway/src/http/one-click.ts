import type { Request, Response } from 'express';
import { type PlainLanguage, sendPlainPage } from './plain-page.ts';
import { shortBody } from './short-body.ts';

// Links at the end of emails that end such emails. A mail program posts there by itself (RFC 8058), without a cookie, a session or a
// script; a person sees a page with a button, which posts the same. Opening the page changes nothing, so programs that follow every link
// of an email do no harm.

const LONGEST_BODY = 2_048;

/** What such a page says at each step. */
export interface OneClickWords {
  readonly title: string;
  readonly ask: string;
  readonly stop: string;
  readonly stopped: string;
  readonly again: string;
  readonly begun: string;
  readonly gone: string;
}
/** What is shown: the question, what became of it, or that the link is good for nothing. */
export type OneClickStep = 'ask' | 'stopped' | 'begun' | 'gone';

/** What was posted there: to end such emails, or to have them again; null: something else. */
export async function readOneClick(req: Request): Promise<'stop' | 'again' | null> {
  const said = await shortBody(req, LONGEST_BODY);
  // As a form of either kind; more than these words nobody has to say.
  if (/List-Unsubscribe"?(?:=|\s+)One-Click/.test(said)) return 'stop';
  return /List-Unsubscribe"?(?:=|\s+)Undo/.test(said) ? 'again' : null;
}

/** Shows the page, with the button that is left to press. */
export function showOneClick(res: Response, language: PlainLanguage, words: OneClickWords, step: OneClickStep): void {
  const button = { ask: ['One-Click', words.stop], begun: ['One-Click', words.stop], stopped: ['Undo', words.again] };
  const [value, label] = step === 'gone' ? [] : button[step];
  const way =
    value === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="${value}"><button>${label}</button></form>`;
  sendPlainPage(res, step === 'gone' ? 404 : 200, language, { title: words.title, text: words[step], way });
}
