import type { RequestHandler } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import { plainLanguage, sendPlainPage } from './plain-page.ts';

/** Visits and programs are turned away while there are too many, at next to no cost; what a page that is open asks for is not. */
export function refuseWhenBusy(shedder: Pick<LoadShedder, 'tryEnter'>): RequestHandler {
  return (req, res, next) => {
    const isVisit = req.method === 'GET' && PAGES.test(req.path);
    if ((!isVisit && !req.path.startsWith('/api/v1/')) || shedder.tryEnter()) {
      next();
      return;
    }
    res.setHeader('retry-after', AGAIN_S);
    if (!isVisit)
      throw new GatewayFailure('crowded', 'too many people come at once', { hint: 'Try again in some seconds.' });
    const language = plainLanguage(req);
    sendPlainPage(res, 503, language, CROWDED[language]);
  };
}

/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api\/)[^.]*$/;
const AGAIN_S = 5;
const CROWDED = {
  en: {
    title: 'Many people come at once',
    text: 'There will be room for you in some seconds.',
    way: '<a href="">Try again</a>',
  },
  de: {
    title: 'Gerade kommen viele auf einmal',
    text: 'In ein paar Sekunden ist Platz für dich.',
    way: '<a href="">Noch einmal</a>',
  },
} as const;
