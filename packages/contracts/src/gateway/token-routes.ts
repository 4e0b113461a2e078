import { noParams, route } from '../define.ts';
import { instant, longId, opaque } from '../ids.ts';
import { line } from '../line.ts';
import { list, nullable, object, oneOf, optional, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import { typedCode, typedPassword } from './sign-in-routes.ts';
import type { PersonalToken } from './token-types.ts';

const TOKENS_MOST = 100;

const scopes = list(oneOf('maps:read', 'maps:write', 'sharing'), 3);
const token: Parser<PersonalToken> = object({
  id: longId,
  name: line(100, 1),
  scopes,
  secret: nullable(opaque),
  createdAt: instant,
  usedAt: nullable(instant),
  expiresAt: nullable(instant),
});

/** Personal tokens for the REST API. Only people with an address have any. */
export const tokenRoutes = {
  listTokens: route('gateway', 'person', 'GET /api/tokens', {
    name: 'listTokens',
    params: noParams,
    body: nothing,
    answer: object({ tokens: list(token, TOKENS_MOST) }),
  }),
  /** The answer alone ever shows the secret. Without `expiresAt` it ends after ninety days; null: it has no end. A proof as for deleting the account. */
  makeToken: route('gateway', 'person', 'POST /api/tokens', {
    name: 'makeToken',
    params: noParams,
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
    name: 'removeToken',
    params: object({ token: longId }),
    body: nothing,
    answer: nothing,
  }),
} as const;
