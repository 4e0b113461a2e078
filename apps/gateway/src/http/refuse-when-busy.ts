import type { RequestHandler } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import { plainLanguage, sendPlainPage } from './plain-page.ts';

/** Refuses new visits and API requests while there are too many. Requests from open pages are served. */
export function refuseWhenBusy(shedder: Pick<LoadShedder, 'tryEnter'>): RequestHandler {
  return (req, res, next) => {
    const isVisit = req.method === 'GET' && PAGES.test(req.path);
    if ((!isVisit && !req.path.startsWith('/api/v1/')) || shedder.tryEnter()) {
      next();
      return;
    }
    res.setHeader('retry-after', AGAIN_S);
    if (!isVisit) throw new GatewayFailure('crowded', 'The server is busy.');
    const language = plainLanguage(req);
    sendPlainPage(res, 503, language, CROWDED[language]);
  };
}

/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api\/)[^.]*$/;
const AGAIN_S = 5;
const CROWDED = {
  en: {
    title: 'Bough is busy',
    text: 'Many people are opening it now. Try again in a few seconds.',
    way: '<a href="">Try again</a>',
  },
  de: {
    title: 'Bough ist ausgelastet',
    text: 'Gerade öffnen es viele. Versuche es in ein paar Sekunden noch einmal.',
    way: '<a href="">Noch einmal versuchen</a>',
  },
} as const;
