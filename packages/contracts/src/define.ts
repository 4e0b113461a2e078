import { object } from './parser.ts';
import type { Access, Method, Route, ServiceName } from './route.ts';

const KIB = 1024;

type Needed = 'name' | 'params' | 'body' | 'answer';
type RouteText<P, B, A> = Pick<Route<P, B, A>, Needed> & Partial<Omit<Route<P, B, A>, Needed>>;

/** No parameters. */
export const noParams = object({});

/** A route from `METHOD /path` and what differs from the defaults: a small JSON body, an answer of 1 MiB, 5 s; of services, the gateway alone calls. */
export function route<P, B, A>(
  service: ServiceName,
  access: Access,
  methodAndPath: `${Method} /${string}`,
  rest: RouteText<P, B, A>,
): Route<P, B, A> {
  const space = methodAndPath.indexOf(' ');
  return {
    service,
    access,
    method: methodAndPath.slice(0, space) as Method,
    path: methodAndPath.slice(space + 1),
    callers: access === 'service' ? ['gateway'] : [],
    bodyLimit: 64 * KIB,
    bodyDepth: 12,
    answerLimit: 1024 * KIB,
    deadlineMs: 5_000,
    isForEver: false,
    isRevalidated: false,
    isFrequent: false,
    ...rest,
  };
}
