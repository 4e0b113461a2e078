import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '@bough/base';
import type { AnyRoute, Problem } from '@bough/contracts';
import { sendAnswer, sendProblem } from './answer.ts';
import { readBody } from './body.ts';
import type { RequestContext } from './context.ts';
import type { Mounted } from './handler.ts';
import { OneLineEach } from './one-line-each.ts';
import { platformClock } from './platform.ts';
import { toProblem } from './problems.ts';
import { ServiceFailure } from './service-failure.ts';

/** While something is away, every request meets it. */
const unanswered = new OneLineEach({ clock: platformClock });

/** Parses the request as the route says, calls its handler and sends the answer. Whatever goes wrong is thrown. */
export async function runRoute(
  mounted: Mounted,
  rawParams: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const { route, handler } = mounted;
  const params: unknown = readParams(route, rawParams);
  const body = await readBody(request, route);
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
  const isOurs = !(failure instanceof Failure) || failure.kind === 'corrupt';
  if (isOurs) context.log.error('a request met a bug', { error: failure });
  // Docstore tells once that it has no room. The log may stand on the same disk.
  else if (failure.code === 'docstore/full') context.log.debug('there was no room', { error: failure });
  else if (failure.kind === 'unavailable') unanswered.warn(context.log, 'a request could not be answered', failure);
  return problem;
}

/** The service that asks, or a failure that says it did not prove itself. */
export function unauthenticated(why: string): ServiceFailure {
  return new ServiceFailure(`This call needs a service token: ${why}.`, {
    kind: 'denied',
    code: 'service/unauthenticated',
  });
}
