import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@bough/contracts';
import { type RequestHead, runRoute, sendFailure } from './endpoint.ts';
import { handle, type Handler } from './handler.ts';
import { requestContext, takeRoute } from './front.ts';
import { ServiceFailure } from '../service-failure.ts';

// For a service whose fallback is an Express app: contracts' routes are mounted there after the app's own middleware (cookies,
// sessions), and its errors end where all others do. Nothing of Express is imported: its requests and responses are Node's.

/** A request whose path has been matched by Express. */
export interface RoutedRequest extends IncomingMessage {
  readonly params: Readonly<Record<string, string | string[]>>;
}
type Next = (failure?: unknown) => void;

/** What an Express route does with a request: `admit` by its head, before its body is read, and `handler` with all of it. */
export interface RouteSteps<P, B, A, R extends RoutedRequest, Admitted> {
  /** Throws where the request is refused; what it answers is the handler's. */
  readonly admit: (head: RequestHead<P>, request: R, response: ServerResponse) => Promise<Admitted> | Admitted;
  readonly handler: (
    parsed: Parameters<Handler<P, B, A>>[0] & { readonly admitted: Admitted },
    request: R,
    response: ServerResponse,
  ) => ReturnType<Handler<P, B, A>>;
}

/**
 * The route as the last step of an Express route: `app.get(route.path, ..., expressRoute(route, steps))`. The steps get
 * Node's request too, for what middleware has put there.
 */
export function expressRoute<P, B, A, R extends RoutedRequest, Admitted>(
  route: Route<P, B, A>,
  { admit, handler }: RouteSteps<P, B, A, R, Admitted>,
): (request: R, response: ServerResponse, next: Next) => void {
  return (request, response, next) => {
    const run = async (): Promise<void> => {
      const params = { ...queryOf(request), ...request.params };
      const { promise, resolve } = Promise.withResolvers<Admitted>();
      const mounted = handle(route, async (parsed) =>
        handler({ ...parsed, admitted: await promise }, request, response),
      );
      takeRoute(request, route);
      await runRoute(mounted, params, request, response, requestContext(request), async (head) => {
        // The parameters were read by the parser of this very route.
        resolve(await admit(head as RequestHead<P>, request, response));
      });
    };
    run().catch(next);
  };
}

/** Sends the problem of whatever an Express app threw: the last of its middleware. */
export function expressFailures(
  failure: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  _next: Next,
): void {
  sendFailure(response, isOfAddress(failure) ? undecodable() : failure, requestContext(request));
}

/** What Express throws for a name in the path that ends within `%`: who asks has made it, and nobody here. */
function isOfAddress(failure: unknown): boolean {
  return failure instanceof URIError && 'status' in failure && failure.status === 400;
}

function undecodable(): ServiceFailure {
  return new ServiceFailure('The address has a % that stands for no character.', {
    kind: 'invalid',
    code: 'service/malformed',
  });
}

/** A name that is said twice, here or in the path, could be read in two ways: it is refused. */
function queryOf(request: RoutedRequest): Record<string, string> {
  const address = request.url ?? '';
  const mark = address.indexOf('?');
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1))) {
    if (query.has(name) || Object.hasOwn(request.params, name)) {
      throw new ServiceFailure('The address has the same parameter twice.', {
        kind: 'invalid',
        code: 'service/malformed',
      });
    }
    query.set(name, value);
  }
  return Object.fromEntries(query);
}
