import type { ServerResponse } from 'node:http';
import type { PersonId } from '@bough/base';
import type { RequestHead } from '@bough/service';
import type { BodyBudget } from '../limits/body-budget.ts';

/**
 * Has the body of a request that was judged counted as it comes: where there is no room for more it is not read on. What it takes is
 * given back when the request is over.
 */
export function makeRoom(
  bodies: BodyBudget,
  { bodyBytes, countBody, context }: RequestHead<unknown>,
  sender: { readonly person: PersonId | null; readonly network: string },
  response: ServerResponse,
): void {
  if (bodyBytes === 0) return;
  const { req: request } = response;
  const cutOff = (): void => {
    if (!request.complete) request.socket.destroy();
  };
  const body = bodies.begin(sender, bodyBytes, { onAbort: context.onAbort, onLate: cutOff });
  countBody((bytes) => body.count(bytes));
  if (response.closed) body.end();
  else response.once('close', () => body.end());
}
