import { Failure } from '@bough/base';
import { mailerRoutes } from '@bough/contracts';
import { type Caller, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import { type RequestHandler, Router } from 'express';
import { type OneClickWords, readOneClick, showOneClick } from '../../http/one-click.ts';
import { type PlainLanguage, plainLanguage } from '../../http/plain-page.ts';

// The unsubscribe page, behind the link at the end of an email about an invitation or a mention. The token in the address is the only proof,
// and all that it can do is to unsubscribe its reader.

const PATH = '/no-more-mail/:token';
const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;
const DEADLINE_MS = 5_000;

const WORDS: Readonly<Record<PlainLanguage, OneClickWords>> = {
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
};

/** The page and the route behind it. */
export function noMoreMail(parts: {
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
}): RequestHandler {
  const router = Router();
  router.get(PATH, (req, res) => {
    const language = plainLanguage(req);
    const isToken = TOKEN.test(req.params['token'] ?? '');
    showOneClick(res, language, WORDS[language], isToken ? 'ask' : 'gone');
  });
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(PATH, async (req, res) => {
    const language = plainLanguage(req);
    const token = req.params['token'];
    const wish = await readOneClick(req);
    const isKnown =
      typeof token === 'string' && TOKEN.test(token) && wish !== null && (await tell(parts, token, wish === 'again'));
    if (!isKnown) showOneClick(res, language, WORDS[language], 'gone');
    else showOneClick(res, language, WORDS[language], wish === 'again' ? 'begun' : 'stopped');
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
