import { route, routeTable } from '../../define.ts';
import { instant, longId } from '../../ids.ts';
import { line } from '../../line.ts';
import { list, nullable, object, optional } from '../../parser.ts';
import { typedCode, typedPassword } from './sign-in-types.ts';
import { scopes, token } from './token-types.ts';

const TOKENS_MOST = 100;

/** Personal tokens for the REST API. Only people with an address have any. */
export const tokenRoutes = routeTable({
  listTokens: route('gateway', 'person', 'GET /api/tokens', {
    answer: object({ tokens: list(token, TOKENS_MOST) }),
  }),
  /** The answer alone ever shows the secret. Without `expiresAt` it ends after ninety days; null: it has no end. A proof as for deleting the account. */
  makeToken: route('gateway', 'person', 'POST /api/tokens', {
    body: object({
      name: line(100, 1),
      scopes,
      expiresAt: optional(nullable(instant)),
      proof: optional(nullable(typedPassword)),
      code: optional(typedCode),
    }),
    answer: token,
    deadlineMs: 30_000,
  }),
  removeToken: route('gateway', 'person', 'DELETE /api/tokens/:token', {
    params: object({ token: longId }),
  }),
});
