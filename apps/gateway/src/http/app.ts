import type { AnyRoute } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { expressFailures, expressRoute } from '@bough/service';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { BodyBudget } from '../limits/body-budget.ts';
import { type RateLimits, TooMany } from '../limits/rate-limits.ts';
import { BARE_POLICY, commonHeaders } from './common-headers.ts';
import { makeRoom } from './admission.ts';
import { clientAddress, networkOf } from './client-address.ts';
import type { Doorkeeper } from '../access/build-access.ts';
import { mustBeAllowed, refuseForged } from './guard.ts';
import type { Admitted, Asked, Handlers } from './handlers.ts';
import { isTimed } from './timed-routes.ts';
import { RouteTree } from './route-tree.ts';
import type { SessionReader } from './session.ts';

export interface AppParts {
  readonly sessions: SessionReader & { middleware(): RequestHandler[] };
  readonly handlers: Handlers;
  readonly csrfKeys: readonly Uint8Array[];
  readonly keeper: Doorkeeper;
  readonly limits: RateLimits;
  /** The bytes of bodies in flight. */
  readonly bodies: BodyBudget;
  /** What no cookie reaches, in this order: the build's files, the REST API, doors for programs and browsers. */
  readonly beforeSessions: readonly RequestHandler[];
  /** The addresses that are the page's. */
  readonly pages: readonly PageAddress[];
  /** Answers what no route and no page is for where it can; hands on the rest, which is absent. */
  readonly unknown: RequestHandler;
}
/** An address at which people see the page. */
export interface PageAddress {
  readonly path: string;
  readonly handler: RequestHandler;
}
export interface AppSettings {
  readonly isSecure: boolean;
  /** Our own origins. */
  readonly origins: ReadonlySet<string>;
  readonly trustedProxies: number;
}

/**
 * The gateway's HTTP side, which knows no feature. Order matters: headers on everything, then what needs no session; then sessions, the
 * check against forged requests, the table of routes, and the page.
 */
export function createApp(parts: AppParts, settings: AppSettings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  const headers = Object.entries(commonHeaders(settings));
  app.use((_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    res.setHeader('content-security-policy', BARE_POLICY);
    next();
  });
  for (const handler of parts.beforeSessions) app.use(handler);
  app.use(parts.sessions.middleware());
  app.use(refuseForged({ ...parts, origins: settings.origins }));
  const tree = new RouteTree();
  for (const [name, route] of Object.entries(gatewayRoutes)) mount(tree, parts, settings, name, route);
  for (const { path, handler } of parts.pages) tree.add('GET', path, handler);
  app.use(tree.handler());
  app.use(parts.unknown);
  app.use(() => {
    throw new GatewayFailure('absent', 'There is nothing at this address.');
  });
  app.use((failure: unknown, req: Request, res: Response, next: NextFunction) => {
    if (failure instanceof TooMany) res.setHeader('retry-after', failure.retryAfterS);
    expressFailures(failure, req, res, next);
  });
  return app;
}

function mount(tree: RouteTree, parts: AppParts, settings: AppSettings, name: string, route: AnyRoute): void {
  // The table of handlers has the very type of each route; walking over it forgets which is which.
  const handler = parts.handlers[name as keyof Handlers] as (asked: Asked<unknown, unknown>) => Promise<unknown>;
  const step = expressRoute<unknown, unknown, unknown, Request, Admitted>(route, {
    admit: async (head, request, response) => {
      const session = parts.sessions.of(request);
      const person = session?.uid ?? null;
      const network = networkOf(clientAddress(request, settings.trustedProxies));
      if (person === null) await parts.limits.mustTakeInTurn('requests by network address', network);
      else parts.limits.mustTake('requests by person', person);
      const rights = await mustBeAllowed(route.access, head.params, person, parts.keeper);
      makeRoom(parts.bodies, head, { person, network }, response);
      if (person !== null && isTimed(route)) head.context.timing.allow(route.name);
      return { session, person, rights, network };
    },
    handler: async ({ admitted, ...parsed }, request) => await handler({ ...parsed, ...admitted, request }),
  });
  tree.add(route.method, route.path, step);
}
