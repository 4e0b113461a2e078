import { createHash } from 'node:crypto';
import { Failure } from '@bough/base';
import { mailerRoutes } from '@bough/contracts';
import type { Caller, ContextFacts, OpenContext } from '@bough/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';

// Where the link at the end of an invitation leads. A mail program posts here by itself (RFC 8058): no cookie, no session and no
// script, so it stands before all of them; the token in the address is all that counts, and ending mail is all that it can do.
// Opening the page changes nothing: programs that look at every link of a mail do no harm.

const PATH = '/no-more-mail/:token';
const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;
const DEADLINE_MS = 5_000;
const LONGEST_BODY = 2_048;

const WORDS = {
  en: {
    title: 'Invitations by mail',
    ask: 'Should Bough send you no more invitations by mail? Mails about your own account still come.',
    stop: 'Send me no more',
    stopped: 'Bough sends you no more invitations by mail.',
    again: 'Send them again',
    begun: 'Bough sends you invitations by mail again.',
    gone: 'This link is not known here. Nothing was changed.',
  },
  de: {
    title: 'Einladungen per Mail',
    ask: 'Soll Bough dir keine Einladungen mehr per Mail schicken? Mails über dein eigenes Konto kommen weiterhin.',
    stop: 'Keine mehr schicken',
    stopped: 'Bough schickt dir keine Einladungen mehr per Mail.',
    again: 'Wieder schicken',
    begun: 'Bough schickt dir wieder Einladungen per Mail.',
    gone: 'Dieser Link ist hier nicht bekannt. Es wurde nichts geändert.',
  },
} as const;

const STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1c222b}
@media (prefers-color-scheme:dark){:root{--paper:#14171d;--ink:#eae8e1}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:420px;margin:18vh auto 0;padding:0 24px}
h1{margin:0 0 12px;font-size:22px;line-height:1.3}
p{margin:0 0 24px}
button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:var(--ink);color:var(--paper);font:600 16px Inter,system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

type Words = (typeof WORDS)['en' | 'de'];

/** The page and the door behind it. */
export function noMoreMail(parts: {
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
}): RequestHandler {
  const router = Router();
  router.get(PATH, (req, res) => {
    const words = wordsFor(req);
    if (!TOKEN.test(req.params['token'] ?? '')) show(res, 404, words, words.gone, null);
    else show(res, 200, words, words.ask, ['One-Click', words.stop]);
  });
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(PATH, async (req, res) => {
    const words = wordsFor(req);
    const token = req.params['token'];
    const said = await shortBody(req);
    // As a form of either kind; more than these words nobody has to say.
    const isWanted = /List-Unsubscribe"?(?:=|\s+)Undo/.test(said);
    const isKnown =
      typeof token === 'string' &&
      TOKEN.test(token) &&
      (isWanted || /List-Unsubscribe"?(?:=|\s+)One-Click/.test(said)) &&
      (await tell(parts, token, isWanted));
    if (!isKnown) show(res, 404, words, words.gone, null);
    else if (isWanted) show(res, 200, words, words.begun, ['One-Click', words.stop]);
    else show(res, 200, words, words.stopped, ['Undo', words.again]);
  });
  return router;
}

/** The body as text; empty when it is longer than any that says these words, however long. */
async function shortBody(req: Request): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST_BODY) return '';
  }
  return Buffer.concat(chunks).toString('latin1');
}

/** False when nobody has the token; throws when mailer does not answer, so that a mail program comes again. */
async function tell(parts: Parameters<typeof noMoreMail>[0], token: string, isWanted: boolean): Promise<boolean> {
  const open = parts.openContext({ deadlineMs: DEADLINE_MS });
  try {
    await parts.mailer.call(mailerRoutes.wantMail, { params: {}, body: { token, isWanted } }, open.context);
    return true;
  } catch (failure) {
    if (failure instanceof Failure && failure.kind === 'absent') return false;
    throw failure;
  } finally {
    open.close();
  }
}

function wordsFor(req: Request): Words {
  return WORDS[req.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en'];
}

/** Every word of the page is ours; nothing of the request stands in it. */
function show(
  res: Response,
  status: number,
  words: Words,
  text: string,
  button: readonly [value: string, label: string] | null,
): void {
  const form =
    button === null
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="${button[0]}"><button>${button[1]}</button></form>`;
  res.setHeader('content-security-policy', POLICY);
  res.setHeader('cache-control', 'no-store');
  res
    .status(status)
    .type('html')
    .send(
      `<!doctype html><html lang="${words === WORDS.de ? 'de' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${STYLE}</style></head><body><main><h1>${words.title}</h1><p>${text}</p>${form}</main></body></html>`,
    );
}
