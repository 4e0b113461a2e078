import type { Ids, Random } from '@bough/base';
import type { PersonalToken } from '@bough/contracts';
import { GatewayFailure } from '../../failure.ts';
import type { TokenRecord } from '../../metadata/tokens/token-store.ts';
import { hashSecret, newSecret } from '../../secrets/secrets.ts';
import { sessionEnded } from '../sessions/ended.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import { mustBeProved } from '../sign-in/proof.ts';
import type { PersonParts } from './account-routes.ts';

/** What tokens are made with. */
export type TokenParts = Pick<
  PersonParts,
  'metadata' | 'clock' | 'limits' | 'accounts' | 'people' | 'mailed' | 'browsers' | 'entrance'
> & {
  readonly ids: Ids;
  readonly random: Random;
};
type Names = 'listTokens' | 'makeToken' | 'removeToken';

const TOKENS_MOST = 100;
/** What a token begins with, so that programs that look for leaked secrets know one. */
const TOKEN_PREFIX = 'bough_';
/** How long a token lasts when nothing is said: a forgotten one is worth nothing after a season. */
const USUAL_LIFE_MS = 90 * 24 * 3_600_000;

/** Personal tokens for the REST API. */
export function tokenRoutes(parts: TokenParts): Pick<Handlers, Names> {
  const { metadata, clock } = parts;
  return {
    listTokens: async ({ person }) => ({ tokens: (await metadata.tokensOf(mustBePerson(person))).map(tokenFacts) }),
    makeToken: async (asked) => {
      const { name, scopes, expiresAt = clock.now() + USUAL_LIFE_MS, proof = null, code } = asked.body;
      parts.limits.mustTake('tokens by person', mustBePerson(asked.person));
      const { person, session } = await mustBeProved(parts, asked, { proof, ...(code === undefined ? {} : { code }) });
      if (person.email === null) {
        throw new GatewayFailure('account-needed', 'Only accounts with an email address can have API tokens.');
      }
      if ((await metadata.tokensOf(person.id)).length >= TOKENS_MOST) {
        throw new GatewayFailure('malformed', `You can have at most ${TOKENS_MOST} tokens.`, {
          hint: 'Revoke one first.',
        });
      }
      const secret = TOKEN_PREFIX + newSecret(parts.random);
      const token = {
        id: parts.ids.long(),
        person: person.id,
        hash: hashSecret(secret),
        name,
        scopes: [...new Set(scopes)],
        createdAt: clock.now(),
        usedAt: null,
        expiresAt,
      };
      // The mail first: a mail about a token that was not made is a riddle, a token that nobody was told of is a way in.
      await parts.mailed.tell('token-made', person.email, asked.context);
      if (!(await metadata.tryAddToken(token, session.epoch))) {
        throw sessionEnded();
      }
      return { ...tokenFacts(token), secret };
    },
    removeToken: async ({ params, person }) => {
      const isGone = await metadata.removeToken(mustBePerson(person), params.token);
      if (!isGone) throw new GatewayFailure('absent', 'This token does not exist.');
      return undefined;
    },
  };
}

function tokenFacts({ id, name, scopes, createdAt, usedAt, expiresAt }: TokenRecord): PersonalToken {
  return { id, name, scopes, secret: null, createdAt, usedAt, expiresAt };
}
