import type { RequestHandler } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { Crowd } from '../limits/crowd.ts';

/** Visits and programs are turned away while there are too many, at next to no cost; what a page that is open asks for is not. */
export function turnAway(crowd: Pick<Crowd, 'tryEnter'>): RequestHandler {
  return (req, res, next) => {
    const isVisit = req.method === 'GET' && PAGES.test(req.path);
    if ((!isVisit && !req.path.startsWith('/api/v1/')) || crowd.tryEnter()) {
      next();
      return;
    }
    res.setHeader('retry-after', AGAIN_S);
    if (!isVisit)
      throw new GatewayFailure('crowded', 'too many people come at once', { hint: 'Try again in some seconds.' });
    res.status(503).setHeader('cache-control', 'no-store');
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(CROWDED);
  };
}

/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api\/)[^.]*$/;
const AGAIN_S = 5;
const CROWDED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bough: one moment</title>
<h1>Many people come at once</h1>
<p>Reload this page in some seconds.
</html>
`;
