import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '@bough/base';
import { sendAnswer, sendProblem } from './answer.ts';
import { readBody } from './body.ts';
import type { RequestContext } from './context.ts';
import type { Mounted } from './handler.ts';
import { toProblem } from './problems.ts';
import { ServiceFailure } from './service-failure.ts';

/** Parses the request as the route says, calls its handler and sends the answer. Whatever goes wrong is thrown. */
export async function runRoute(
  mounted: Mounted,
  rawParams: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const { route, handler } = mounted;
  const params = route.params(rawParams);
  if (!params.ok) {
    const message = `The address${/^[.[]/.test(params.error) ? '' : ' '}${params.error}.`;
    throw new ServiceFailure(message, { kind: 'invalid', code: 'service/malformed' });
  }
  const body = await readBody(request, route);
  context.signal.throwIfAborted();
  const answer = await context.timing.measure(
    route.name,
    async () => await handler({ params: params.value, body, context }),
  );
  context.signal.throwIfAborted();
  await sendAnswer(response, route, answer, context);
}

/** Sends the problem that a failure is, and logs it when somebody must look: the one place where errors end. */
export function sendFailure(response: ServerResponse, failure: unknown, context: RequestContext): void {
  const problem = toProblem(failure, context.requestId);
  const isOurs = !(failure instanceof Failure) || failure.kind === 'corrupt';
  if (isOurs) context.log.error('a request met a bug', { error: failure });
  else if (failure.kind === 'unavailable') context.log.warn('a request could not be answered', { error: failure });
  sendProblem(response, problem, context);
}

/** The service that asks, or a failure that says it did not prove itself. */
export function unauthenticated(why: string): ServiceFailure {
  return new ServiceFailure(`This call needs a service token: ${why}.`, {
    kind: 'denied',
    code: 'service/unauthenticated',
  });
}
