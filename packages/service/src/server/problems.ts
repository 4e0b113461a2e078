import { Failure } from '@bough/base';
import type { Problem } from '@bough/contracts';
import { ServiceFailure } from '../service-failure.ts';

// The one place where failures become problems on the wire and problems become failures again.

/** The failure as a problem. What is no Failure is a bug: the client learns that much and the request id, no more. */
export function toProblem(failure: unknown, requestId: string): Problem {
  if (!(failure instanceof Failure)) {
    return { kind: 'corrupt', code: 'service/bug', message: 'Something went wrong inside Bough.', requestId };
  }
  const { kind, code, message, hint } = failure;
  return { kind, code, message, ...(hint === undefined ? {} : { hint }), requestId };
}

/** The problem as a failure, here as it was there. */
export function fromProblem(problem: Problem): ServiceFailure {
  return new ServiceFailure(problem.message, {
    kind: problem.kind,
    code: problem.code,
    ...(problem.hint === undefined ? {} : { hint: problem.hint }),
  });
}
