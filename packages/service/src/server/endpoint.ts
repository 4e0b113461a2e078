import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, inSentences } from '@bough/base';
import type { AnyRoute, Problem, ServiceName } from '@bough/contracts';
import { sendAnswer, sendProblem } from './answer.ts';
import { type CountBytes, judgeHead, readBody } from './body.ts';
import type { RequestContext } from '../context/context.ts';
import type { MountedRoute } from './handler.ts';
import { OneLineEach } from '../log/one-line-each.ts';
import { platformClock } from '../process/platform.ts';
import { toProblem } from './problems.ts';
import { ServiceFailure } from '../service-failure.ts';

/** While something is away, every request meets it. */
const unanswered = new OneLineEach({ clock: platformClock });

/** What is known of a request before anything of its body is read. */
export interface RequestHead<Params> {
  readonly params: Params;
  /** The most that its body can be: what it declares, or what the route allows where it declares nothing. */
  readonly bodyBytes: number;
  /** Has the bytes of the body counted as they come. */
  readonly countBody: (count: CountBytes) => void;
  readonly context: RequestContext;
}

/**
 * Parses the request as the route says, calls its handler and sends the answer. `admit` is called, and waited for, before the body is
 * read. Whatever goes wrong is thrown.
 */
export async function runRoute(
  mounted: MountedRoute,
  rawParams: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  admit?: (head: RequestHead<unknown>) => Promise<void>,
): Promise<void> {
  const { route, handler } = mounted;
  const params: unknown = readParams(route, rawParams);
  const bodyBytes = judgeHead(request, route);
  let count: CountBytes | undefined;
  const countBody = (how: CountBytes): void => void (count = how);
  await admit?.({ params, bodyBytes, countBody, context });
  if (request.headers.expect !== undefined) response.writeContinue();
  const body = await readBody(request, route, count);
  context.mustBeWanted();
  const answer = await context.timing.measure(route.name, async () => await handler({ params, body, context }));
  context.mustBeWanted();
  await sendAnswer(response, route, answer, context);
}

/** Parses the parameters as the route says; throws a failure that says what is wrong with them. */
export function readParams(route: AnyRoute, rawParams: unknown): unknown {
  const params = route.params(rawParams);
  if (params.ok) return params.value;
  const message = `The address${/^[.[]/.test(params.error) ? '' : ' '}${params.error}.`;
  throw new ServiceFailure(message, { kind: 'invalid', code: 'service/malformed' });
}

/** Sends the problem that a failure is: see `problemOf`. */
export function sendFailure(response: ServerResponse, failure: unknown, context: RequestContext): void {
  sendProblem(response, problemOf(failure, context), context);
}

/** The problem that a failure is, logged when somebody must look: the one place where errors end. */
export function problemOf(failure: unknown, context: RequestContext): Problem {
  const problem = toProblem(failure, context.requestId);
  if (!(failure instanceof Failure) || failure.code === 'service/bug')
    context.log.error('a request met a bug', { error: failure });
  // Nobody's mistake in these lines: what helps is in the sentence, not in a stack.
  else if (failure.kind === 'corrupt')
    context.log.error('what is stored is damaged', { code: failure.code, reason: inSentences(failure) });
  // Docstore tells once that it has no room. The log may stand on the same disk.
  else if (failure.code === 'docstore/full') context.log.debug('there was no room', { error: failure });
  else if (failure.kind === 'unavailable') unanswered.warn(context.log, 'a request could not be answered', failure);
  return problem;
}

/** The service that asks, or a failure that says it did not prove itself. */
export function unauthenticated(why: string): ServiceFailure {
  return new ServiceFailure(`This route needs a service token: ${why}.`, {
    kind: 'denied',
    code: 'service/unauthenticated',
  });
}

/** Throws unless the service that asks is one of the route's callers. */
export function mustBeCaller(route: AnyRoute, service: ServiceName): void {
  if (route.callers.includes(service)) return;
  throw new ServiceFailure(`The service ${service} cannot call ${route.name}.`, {
    kind: 'denied',
    code: 'service/not-a-caller',
  });
}
