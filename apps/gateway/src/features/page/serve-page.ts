import type { Request, RequestHandler, Response } from 'express';
import { type BuiltPage, chooseForm, type PageFile, readBuiltPage } from './built-page.ts';
import type { MapHead } from '../maps/lists/map-lists.ts';
import { withHead } from './map-head.ts';
import { pagePolicy, type PolicySettings, WORKER_POLICY } from './policy.ts';
import { type ListedScreen, listedScreen, preloadLinks } from './preload.ts';

/** What the page routes in the browser; each is answered with index.html. */
export const PAGE_ROUTES: readonly string[] = [
  '/',
  '/starred',
  '/recent',
  '/shared',
  '/trash',
  '/folders/:folder',
  '/tags/:tag',
  '/m/:map',
  '/p/:map',
  '/join',
  '/sign-in',
  '/sign-in/confirm',
  '/sign-in/reset',
  '/sign-in/code',
  '/sign-in/not-me',
  '/sign-in/provider',
  '/sign-in/provider/:provider',
  '/account',
  '/account/email',
  '/set-up',
  '/outbox',
  '/about',
];

/** The page's service worker: the one file of the build that runs apart from the page, under a policy of its own. */
const WORKER = '/service-worker.js';

export interface PageSettings extends PolicySettings {
  readonly folder: string;
}

interface ReadPage {
  readonly built: BuiltPage;
  readonly policy: string;
  /** What the answer with the page names ahead, by screen. */
  readonly links: ReadonlyMap<ListedScreen | null, string>;
}

/** The built page, kept in memory; a page that was not built is looked for again at each request. */
export class PageServer {
  readonly #settings: PageSettings;
  #page: ReadPage | null = null;
  #reading: Promise<void> | null = null;

  constructor(settings: PageSettings) {
    this.#settings = settings;
  }

  /** Reads the page when it is there. One reading at a time, however many wait for it. */
  async load(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  /** Answers a page route with index.html; with a public map's own head where `headOf` knows one. */
  index(headOf: (req: Request) => Promise<MapHead | null> = async () => null, status = 200): RequestHandler {
    return async (req, res) => {
      if (this.#page === null) await this.load();
      if (this.#page === null) {
        sendMissing(res);
        return;
      }
      res.setHeader('content-security-policy', this.#page.policy);
      res.setHeader('cache-control', 'no-cache');
      const links = this.#page.links.get(listedScreen(req.path)) ?? '';
      if (links !== '') res.setHeader('link', links);
      const { index } = this.#page.built;
      const head = await headOf(req);
      if (head === null) {
        sendFile(req, res, index, status);
        return;
      }
      // Whoever made it public wants it found.
      res.removeHeader('x-robots-tag');
      const bytes = Buffer.from(withHead(index.bytes.toString('utf8'), head));
      res.status(200).setHeader('content-type', index.type);
      res.end(req.method === 'HEAD' ? undefined : bytes);
    };
  }

  /** Answers a browser that asks for an unknown address with the page, which says so, and 404; hands on what is no such request. */
  unknown(): RequestHandler {
    const page = this.index(undefined, 404);
    return (req, res, next) => {
      if (isUnknownPage(req)) void page(req, res, next);
      else next();
    };
  }

  /** Answers a file of the build; hands on when there is none of that name. */
  files(): RequestHandler {
    return (req, res, next) => {
      const file = req.method === 'GET' || req.method === 'HEAD' ? this.#page?.built.files.get(req.path) : undefined;
      if (file === undefined) {
        next();
        return;
      }
      if (req.path === WORKER) res.setHeader('content-security-policy', WORKER_POLICY);
      res.setHeader('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      sendFile(req, res, file);
    };
  }

  async #read(): Promise<void> {
    const built = await readBuiltPage(this.#settings.folder);
    if (built !== null) {
      const html = built.index.bytes.toString('utf8');
      const screens = [null, 'map', 'home'] as const;
      const links = new Map(screens.map((screen) => [screen, preloadLinks(html, screen)]));
      this.#page = { built, policy: pagePolicy(html, this.#settings), links };
    }
  }
}

function sendFile(req: Request, res: Response, file: PageFile, status = 200): void {
  res.setHeader('etag', file.etag);
  if (file.encoded.size > 0) res.setHeader('vary', 'accept-encoding');
  if (status === 200 && req.headers['if-none-match'] === file.etag) {
    res.status(304).end();
    return;
  }
  const form = chooseForm(file, req.headers['accept-encoding']);
  res.setHeader('content-type', file.type);
  res.setHeader('content-length', form.bytes.length);
  if (form.encoding !== null) res.setHeader('content-encoding', form.encoding);
  res.status(status);
  res.end(req.method === 'HEAD' ? undefined : form.bytes);
}

/** Under these addresses programs ask, whatever they accept. */
const NEVER_A_PAGE = /^\/(?:api|assets|reports|\.well-known)(?:\/|$)/i;

function isUnknownPage(req: Request): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead && /\btext\/html\b/.test(req.headers.accept ?? '') && !NEVER_A_PAGE.test(req.path);
}

function sendMissing(res: Response): void {
  res.status(503).setHeader('content-type', 'text/html; charset=utf-8');
  res.setHeader('cache-control', 'no-store');
  res.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Bough: the page is not built</title>
<h1>The page is not built yet</h1>
<p>The server runs, but the folder that BOUGH_PAGE names holds no index.html.
<p>Build it with <code>npm start</code>, which does so by itself, and reload.
</html>
`);
}
