import { Failure } from '@bough/base';
import { mailerRoutes } from '@bough/contracts';
import { type Caller, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import { type RequestHandler, type Response, Router } from 'express';
import { type PlainLanguage, plainLanguage, sendPlainPage } from '../../http/plain-page.ts';
import { shortBody } from '../../http/short-body.ts';

// The unsubscribe page, behind the link at the end of an email about an invitation or a mention. A mail program posts here by itself (RFC 8058), without a
// cookie, a session or a script. The token in the address is the only proof, and all that it can do is to unsubscribe its reader.
// Opening the page changes nothing, so programs that follow every link of an email do no harm.

const PATH = '/no-more-mail/:token';
const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;
const DEADLINE_MS = 5_000;
const LONGEST_BODY = 2_048;

const WORDS = {
  en: {
    title: 'Emails about invitations and mentions',
    ask: 'Stop these emails? You still get emails about your account.',
    stop: 'Unsubscribe',
    stopped: 'You are unsubscribed. Bough no longer sends you emails about invitations and mentions.',
    again: 'Subscribe again',
    begun: 'You are subscribed. Bough sends you emails about invitations and mentions.',
    gone: 'This link does not work. Your email settings have not changed.',
  },
  de: {
    title: 'E-Mails über Einladungen und Erwähnungen',
    ask: 'Diese E-Mails abbestellen? E-Mails über dein Konto bekommst du weiterhin.',
    stop: 'Abbestellen',
    stopped: 'Du hast die E-Mails abbestellt. Bough schickt dir keine mehr über Einladungen und Erwähnungen.',
    again: 'Wieder abonnieren',
    begun: 'Bough schickt dir wieder E-Mails über Einladungen und Erwähnungen.',
    gone: 'Dieser Link funktioniert nicht. Deine Einstellungen für E-Mails sind unverändert.',
  },
} as const;

/** The page and the route behind it. */
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
