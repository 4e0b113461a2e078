import { object, type ParsedBy } from './parser.ts';
import { type Access, type AnyRoute, type Method, nothing, type Route, type ServiceName } from './route.ts';

const KIB = 1024;

type Unnamed<P, B, A> = Omit<Route<P, B, A>, 'name'>;
type Named<R> = R extends Unnamed<infer P, infer B, infer A> ? Route<P, B, A> : never;
/** As little of any route as keeps `route` from taking its types from the table around it. */
type AnyUnnamed = Pick<AnyRoute, 'path'>;
type RouteText<P, B, A> = Partial<Omit<Unnamed<P, B, A>, 'service' | 'access' | 'method' | 'path'>>;

const noParams = object({});

/**
 * A route from `METHOD /path` and what differs from the defaults: no parameters, no body, no answer; a JSON body is small, an answer at most 1 MiB,
 * 5 s; of services, the gateway alone calls.
 */
export function route<P = ParsedBy<typeof noParams>, B = undefined, A = undefined>(
  service: ServiceName,
  access: Access,
  methodAndPath: `${Method} /${string}`,
  rest: RouteText<P, B, A>,
): Unnamed<P, B, A> {
  const space = methodAndPath.indexOf(' ');
  const plain = {
    service,
    access,
    method: methodAndPath.slice(0, space) as Method,
    path: methodAndPath.slice(space + 1),
    callers: access === 'service' ? ['gateway'] : [],
    params: noParams,
    body: nothing,
    answer: nothing,
    bodyLimit: 64 * KIB,
    bodyDepth: 12,
    answerLimit: 1024 * KIB,
    deadlineMs: 5_000,
    isForEver: false,
    isRevalidated: false,
    isFrequent: false,
  };
  return { ...plain, ...rest } as Unnamed<P, B, A>;
}

/** The routes, each with the name by which the table knows it. */
export function routeTable<T extends Readonly<Record<string, AnyUnnamed>>>(
  routes: T,
): { readonly [K in keyof T]: Named<T[K]> } {
  const named = Object.entries(routes).map(([name, each]) => [name, { name, ...each }]);
  return Object.fromEntries(named) as { readonly [K in keyof T]: Named<T[K]> };
}
