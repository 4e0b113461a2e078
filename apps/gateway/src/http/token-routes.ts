import type { PersonalToken } from '@bough/contracts';
import { GatewayFailure } from '../failure.ts';
import type { TokenRecord } from '../metadata/tokens/token-store.ts';
import { hashSecret, newSecret } from '../people/secrets.ts';
import { type Handlers, mustBePerson } from './handlers.ts';
import type { MapParts } from './map-routes.ts';

type Names = 'listTokens' | 'makeToken' | 'removeToken';

const TOKENS_MOST = 100;
/** What a token begins with, so that programs that look for leaked secrets know one. */
const TOKEN_PREFIX = 'bough_';

/** Personal tokens for the REST API. */
export function tokenRoutes(parts: MapParts): Pick<Handlers, Names> {
  const { metadata, clock } = parts;
  return {
    listTokens: async ({ person }) => ({ tokens: (await metadata.tokensOf(mustBePerson(person))).map(tokenFacts) }),
    makeToken: async ({ body, person }) => {
      const by = mustBePerson(person);
      parts.limits.mustTake('tokens by person', by);
      const { name, scopes, expiresAt = null } = body;
      if ((await metadata.person(by))?.email == null) {
        throw new GatewayFailure('account-needed', 'only people with an address have tokens', {
          hint: 'Sign in first.',
        });
      }
      if ((await metadata.tokensOf(by)).length >= TOKENS_MOST) {
        throw new GatewayFailure('malformed', `a person has at most ${TOKENS_MOST} tokens`);
      }
      const secret = TOKEN_PREFIX + newSecret(parts.random);
      const token = {
        id: parts.ids.long(),
        person: by,
        hash: hashSecret(secret),
        name,
        scopes: [...new Set(scopes)],
        createdAt: clock.now(),
        usedAt: null,
        expiresAt,
      };
      await metadata.addToken(token);
      return { ...tokenFacts(token), secret };
    },
    removeToken: async ({ params, person }) => {
      const isGone = await metadata.removeToken(mustBePerson(person), params.token);
      if (!isGone) throw new GatewayFailure('absent', 'there is no such token');
      return undefined;
    },
  };
}

function tokenFacts({ id, name, scopes, createdAt, usedAt, expiresAt }: TokenRecord): PersonalToken {
  return { id, name, scopes, secret: null, createdAt, usedAt, expiresAt };
}
