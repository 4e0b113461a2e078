import { Failure } from '@bough/base';
import { mailerRoutes } from '@bough/contracts';
import { type Caller, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import { type RequestHandler, type Response, Router } from 'express';
import { type PlainLanguage, plainLanguage, sendPlainPage } from '../../http/plain-page.ts';
import { shortBody } from '../../http/short-body.ts';

// Where the link at the end of a mail that others asked for leads. A mail program posts here by itself (RFC 8058): no cookie, no session
// and no script, so it stands before all of them; the token in the address is all that counts, and ending mail is all that it can do.
// Opening the page changes nothing: programs that look at every link of a mail do no harm.

const PATH = '/no-more-mail/:token';
const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;
const DEADLINE_MS = 5_000;
const LONGEST_BODY = 2_048;

const WORDS = {
  en: {
    title: 'Mails about invitations and comments',
    ask: 'Should Bough send you no more mails about invitations and comments? Mails about your own account still come.',
    stop: 'Send me no more',
    stopped: 'Bough sends you no more mails about invitations and comments.',
    again: 'Send them again',
    begun: 'Bough sends you mails about invitations and comments again.',
    gone: 'This link is not known here. Nothing was changed.',
  },
  de: {
    title: 'Mails über Einladungen und Kommentare',
    ask: 'Soll Bough dir keine Mails über Einladungen und Kommentare mehr schicken? Mails über dein eigenes Konto kommen weiterhin.',
    stop: 'Keine mehr schicken',
    stopped: 'Bough schickt dir keine Mails über Einladungen und Kommentare mehr.',
    again: 'Wieder schicken',
    begun: 'Bough schickt dir wieder Mails über Einladungen und Kommentare.',
    gone: 'Dieser Link ist hier nicht bekannt. Es wurde nichts geändert.',
  },
} as const;

/** The page and the door behind it. */
export function noMoreMail(parts: {
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
}): RequestHandler {
  const router = Router();
  router.get(PATH, (req, res) => {
    const language = plainLanguage(req);
    if (!TOKEN.test(req.params['token'] ?? '')) show(res, 404, language, 'gone', null);
    else show(res, 200, language, 'ask', ['One-Click', 'stop']);
  });
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(PATH, async (req, res) => {
    const language = plainLanguage(req);
    const token = req.params['token'];
    const said = await shortBody(req, LONGEST_BODY);
    // As a form of either kind; more than these words nobody has to say.
    const isWanted = /List-Unsubscribe"?(?:=|\s+)Undo/.test(said);
    const isKnown =
      typeof token === 'string' &&
      TOKEN.test(token) &&
      (isWanted || /List-Unsubscribe"?(?:=|\s+)One-Click/.test(said)) &&
      (await tell(parts, token, isWanted));
    if (!isKnown) show(res, 404, language, 'gone', null);
    else if (isWanted) show(res, 200, language, 'begun', ['One-Click', 'stop']);
    else show(res, 200, language, 'stopped', ['Undo', 'again']);
  });
  return router;
}

/** False when nobody has the token; throws when mailer does not answer, so that a mail program comes again. */
async function tell(parts: Parameters<typeof noMoreMail>[0], token: string, isWanted: boolean): Promise<boolean> {
  const asked = { params: {}, body: { token, isWanted } };
  try {
    await inContext(parts.openContext, { deadlineMs: DEADLINE_MS }, (context) =>
      parts.mailer.call(mailerRoutes.wantMail, asked, context),
    );
    return true;
  } catch (failure) {
    if (failure instanceof Failure && failure.kind === 'absent') return false;
    throw failure;
  }
}

function show(
  res: Response,
  status: number,
  language: PlainLanguage,
  text: keyof (typeof WORDS)['en'],
  button: readonly [value: string, label: keyof (typeof WORDS)['en']] | null,
): void {
  const words = WORDS[language];
  const way =
    button === null
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="${button[0]}"><button>${words[button[1]]}</button></form>`;
  sendPlainPage(res, status, language, { title: words.title, text: words[text], way });
}
