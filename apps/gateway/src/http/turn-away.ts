import type { Clock, Ids } from '@bough/base';
import { type Log, OneLineEach, sendProblem, type ServerEdge, toProblem } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import { BARE_POLICY } from './common-headers.ts';
import { PLAIN_HEADERS, plainLanguage, type PlainLanguage, plainPage } from './plain-page.ts';

export interface TurnAwayParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Log, 'warn'>;
  readonly shedder: Pick<LoadShedder, 'tryEnter'>;
  readonly ids: Pick<Ids, 'short'>;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns away new visits and API requests while there are too many, before anything else is done for them: where three times as many come as
 * can be served, most of the work would go there. Requests from open pages are served.
 */
export function turnAwayWhenBusy({
  clock,
  log,
  shedder,
  ids,
  headers,
}: TurnAwayParts): Required<ServerEdge>['turnAway'] {
  const lines = new OneLineEach({ clock });
  const common = { ...headers, 'retry-after': AGAIN_S };
  const page = { ...common, ...PLAIN_HEADERS };
  const ofProblem = Object.entries({ ...common, 'content-security-policy': BARE_POLICY });
  return (request, response) => {
    const target = (request.url ?? '/').replace(ORIGIN, '/');
    const isVisit = request.method === 'GET' && PAGES.test(target);
    if ((!isVisit && !PROGRAMS.test(target)) || shedder.tryEnter()) return false;
    lines.warn(log, 'people are turned away at the door', CROWDED);
    if (isVisit) {
      const body = CROWDED_PAGES[plainLanguage(request)];
      response.writeHead(503, { ...page, 'content-length': body.length }).end(body);
    } else {
      for (const [name, value] of ofProblem) response.setHeader(name, value);
      sendProblem(response, toProblem(CROWDED, ids.short()), null);
    }
    return true;
  };
}

/** In front of the path where a request names the whole address, as those to a proxy do. */
const ORIGIN = /^[a-z]+:\/\/[^/?]*\/?/i;
/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api(?:[/?]|$))[^.?]*(?:\?|$)/i;
/** The REST API, whatever the case, as Express takes it. */
const PROGRAMS = /^\/api\/v1(?:[/?]|$)/i;
const AGAIN_S = '5';
const CROWDED = new GatewayFailure('crowded', 'The server is busy.');
// There is no link to press: it would lose what stands behind the # of an address, the secrets of invitations and of sign-in emails.
const CROWDED_PAGES: Readonly<Record<PlainLanguage, Buffer>> = {
  en: Buffer.from(
    plainPage('en', {
      title: 'Bough is busy',
      text: 'Many people are opening it now. Reload this page in a few seconds.',
      way: '',
    }),
  ),
  de: Buffer.from(
    plainPage('de', {
      title: 'Bough ist ausgelastet',
      text: 'Gerade öffnen es viele. Lade diese Seite in ein paar Sekunden neu.',
      way: '',
    }),
  ),
};
