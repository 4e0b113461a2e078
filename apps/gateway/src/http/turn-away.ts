import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ids } from '@bough/base';
import { HEADERS } from '@bough/contracts';
import { toProblem } from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import { BARE_POLICY } from './common-headers.ts';
import { PLAIN_HEADERS, plainLanguage, type PlainLanguage, plainPage } from './plain-page.ts';

/** Who is turned away, if anybody is: true when the answer was given. */
export type TurnAway = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TurnAwayParts {
  readonly shedder: Pick<LoadShedder, 'tryEnter'>;
  readonly ids: Pick<Ids, 'short'>;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns away new visits and API requests while there are too many, before anything else is done for them: where three times as many come as
 * can be served, most of the work would go there. Requests from open pages are served.
 */
export function turnAwayWhenBusy({ shedder, ids, headers }: TurnAwayParts): TurnAway {
  const common = { ...headers, 'cache-control': 'no-store', 'retry-after': AGAIN_S };
  const page = { ...common, ...PLAIN_HEADERS };
  const problem = { ...common, 'content-security-policy': BARE_POLICY, 'content-type': 'application/json' };
  return (request, response) => {
    const { url = '/' } = request;
    const isVisit = request.method === 'GET' && PAGES.test(url);
    if ((!isVisit && !url.startsWith('/api/v1/')) || shedder.tryEnter()) return false;
    if (isVisit) {
      const body = CROWDED_PAGES[plainLanguage(request)];
      response.writeHead(503, { ...page, 'content-length': body.length }).end(body);
    } else {
      const requestId = ids.short();
      const body = Buffer.from(JSON.stringify(toProblem(CROWDED, requestId)));
      response.writeHead(503, { ...problem, 'content-length': body.length, [HEADERS.requestId]: requestId }).end(body);
    }
    return true;
  };
}

/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api\/)[^.?]*(?:\?|$)/;
const AGAIN_S = '5';
const CROWDED = new GatewayFailure('crowded', 'The server is busy.');
const CROWDED_PAGES: Readonly<Record<PlainLanguage, Buffer>> = {
  en: Buffer.from(
    plainPage('en', {
      title: 'Bough is busy',
      text: 'Many people are opening it now. Try again in a few seconds.',
      way: '<a href="">Try again</a>',
    }),
  ),
  de: Buffer.from(
    plainPage('de', {
      title: 'Bough ist ausgelastet',
      text: 'Gerade öffnen es viele. Versuche es in ein paar Sekunden noch einmal.',
      way: '<a href="">Noch einmal versuchen</a>',
    }),
  ),
};
