import { type Clock, Failure, holdsPrefix } from '@bough/base';
import { apiRoutes, type ApiRoute, docstoreRoutes, OF_NOBODY, openApiOf, programRoutes } from '@bough/contracts';
import { type Caller, expressRoute } from '@bough/service';
import type { Request, RequestHandler, Response } from 'express';
import { GatewayFailure, noSuchMap } from '../../failure.ts';
import { tagOf } from '../../http/answer-tag.ts';
import { makeRoom } from '../../http/admission.ts';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import type { Doorkeeper } from '../../access/build-access.ts';
import { mustBeAllowed } from '../../http/guard.ts';
import { type Admitted, type Asked, type Handlers, mustBePerson, type RouteHandler } from '../../http/handlers.ts';
import { isTimed } from '../../http/timed-routes.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { changed, nameOf } from '../maps/change-routes.ts';
import { RouteTree } from '../../http/route-tree.ts';
import type { BodyBudget } from '../../limits/body-budget.ts';
import { Bearer } from './bearer.ts';
import { OnceOnly } from './once.ts';

/** The document's version: goes up with every change of a route that programs notice. */
const VERSION = '1.0.0';

export interface ApiParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly limits: RateLimits;
  readonly docstore: Pick<Caller, 'call'>;
  readonly handlers: Handlers;
  /** Of routes that the page has not. */
  readonly programs: Pick<ProgramHandlers, 'importMaps'>;
  readonly keeper: Doorkeeper;
  readonly bodies: BodyBudget;
  /** Seal answers to requests that may be sent again; newest first. */
  readonly repeatKeys: readonly Uint8Array[];
  readonly onTrouble: (error: unknown) => void;
}
type AnyHandler = (asked: Asked<unknown, unknown>) => Promise<unknown>;
export type ProgramHandlers = { readonly [K in keyof typeof programRoutes]: RouteHandler<(typeof programRoutes)[K]> };

/** The REST API: the page's own handlers, for whom a token names. No cookie counts here, so that nothing can be forged. */
export function apiRouter(parts: ApiParts, settings: { readonly trustedProxies: number }): RequestHandler {
  const tree = new RouteTree();
  const bearer = new Bearer(parts);
  const once = new OnceOnly(parts);
  const handlers: Readonly<Record<string, unknown>> = { ...parts.handlers, ...programHandlers(parts) };
  const document = JSON.stringify(openApiOf(apiRoutes, VERSION));
  tree.add('GET', '/api/v1/openapi.json', (_req, res) => {
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader('cache-control', 'no-cache');
    res.type('application/json').send(document);
  });
  const methods = new Map<string, string[]>();
  for (const [name, entry] of Object.entries<ApiRoute>(apiRoutes)) {
    const { route } = entry;
    const step = expressRoute<unknown, unknown, unknown, Request, Admitted>(route, {
      admit: async (head, request, response) => {
        const network = networkOf(clientAddress(request, settings.trustedProxies));
        const { token, person, scopes } = await bearer.mustKnow(request, network);
        if (!scopes.includes(entry.scope)) {
          throw new GatewayFailure('scope', `The token lacks the scope "${entry.scope}".`);
        }
        const rights = await mustBeAllowed(route.access, head.params, person, parts.keeper);
        makeRoom(parts.bodies, head, { person, network }, response);
        if (isTimed(route)) head.context.timing.allow(route.name);
        return { session: null, person, rights, network, token };
      },
      handler: async ({ admitted, ...parsed }, request, response) => {
        const asked = { ...parsed, ...admitted, request };
        await mustMatch(parts, entry, asked);
        const work = async (): Promise<unknown> => await handlerOf(handlers, name)(asked).catch(inOwnWords);
        const key = request.headers['idempotency-key'];
        if (route.method !== 'POST' || key === undefined) return tagged(route.method, response, await work());
        const what = [name, parsed.params, parsed.body];
        const done = await once.run({ key: String(key), who: mustBePerson(admitted.person), what }, work);
        if (done.isRepeat) response.setHeader('idempotent-replayed', 'true');
        return done.answer;
      },
    });
    tree.add(route.method, route.path, step);
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  }
  for (const [path, allowed] of methods) {
    tree.routerAt(path).all(path, (_req, res) => {
      res.setHeader('allow', allowed.join(', '));
      throw new GatewayFailure('no-method', 'This address does not support the method.');
    });
  }
  const routes = tree.handler();
  return (req, res, next) => {
    if (!ADDRESSES.test(req.path)) {
      next();
      return;
    }
    routes(req, res, (failure?: unknown) => {
      if (failure instanceof Failure && failure.code === 'gateway/unauthenticated') askForToken(res);
      next(failure ?? new GatewayFailure('absent', 'There is nothing at this address.'));
    });
  };
}

const ADDRESSES = /^\/api\/v1(?:\/|$)/i;

function handlerOf(handlers: Readonly<Record<string, unknown>>, name: string): AnyHandler {
  const handler = handlers[name];
  if (typeof handler !== 'function') throw new Error(`a bug in Bough: nothing answers ${name}`);
  // The tables of routes and handlers have one type; walking over them forgets which is which.
  return handler as AnyHandler;
}

/** What the parts behind the API say in words of their own, in those of its document. */
function inOwnWords(failure: unknown): never {
  if (!(failure instanceof Failure) || failure.code !== 'bloblog/out-of-range') throw failure;
  throw new GatewayFailure('no-such-number', 'The map has no change with the number that `at` names.', {
    cause: failure,
  });
}

/** What programs alone ask for. */
function programHandlers(parts: ApiParts): ProgramHandlers {
  return {
    ...parts.programs,
    me: async ({ person }) => {
      const me = await parts.metadata.person(mustBePerson(person));
      if (me === null) throw new GatewayFailure('unauthenticated', 'This account no longer exists.');
      return { person: { id: me.id, name: me.name, hue: me.hue }, email: me.email };
    },
  };
}

/** Names the version of what is read. Bytes name their own. */
function tagged(
  method: string,
  response: { setHeader(name: string, value: string): unknown },
  answer: unknown,
): unknown {
  const isBytes = typeof answer === 'object' && answer !== null && 'kind' in answer && 'etag' in answer;
  if (method === 'GET' && answer !== undefined && !isBytes) response.setHeader('etag', tagOf(answer));
  return answer;
}

/** Throws 'changed' when If-Match names another version than there is. */
async function mustMatch(parts: ApiParts, { guardedBy }: ApiRoute, asked: Asked<unknown, unknown>): Promise<void> {
  const wanted = asked.request.headers['if-match'];
  if (guardedBy === undefined || wanted === undefined || wanted === '*') return;
  const { params } = asked;
  const map = typeof params === 'object' && params !== null && 'map' in params ? params.map : null;
  if (!(await isStill(parts, { guardedBy, map, wanted }, asked))) throw changed();
}

interface Wanted {
  readonly guardedBy: NonNullable<ApiRoute['guardedBy']>;
  readonly map: unknown;
  readonly wanted: string;
}

/** Whether the version that is wanted is the one that there is. */
async function isStill(
  { handlers, docstore }: ApiParts,
  { guardedBy, map, wanted }: Wanted,
  asked: Asked<unknown, unknown>,
): Promise<boolean> {
  const params = apiRoutes.mapFacts.route.params({ map });
  if (!params.ok) throw noSuchMap();
  if (guardedBy === 'mapFacts') {
    const found = tagOf(await handlers.mapFacts({ ...asked, params: params.value, body: undefined }));
    return wanted.replace(/^W\//, '') === found;
  }
  const name = nameOf(wanted);
  if (name === null) return false;
  const query = { params: { ...params.value, ...OF_NOBODY } };
  const { seq, lineages } = await docstore.call(docstoreRoutes.documentState, query, asked.context);
  return name.seq === seq && holdsPrefix(lineages, name);
}

/** Says that a token is what lets in. */
function askForToken(response: Response): void {
  response.setHeader('www-authenticate', 'Bearer realm="bough"');
}
