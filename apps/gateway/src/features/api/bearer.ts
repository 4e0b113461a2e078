import type { Clock, PersonId } from '@bough/base';
import type { TokenScope } from '@bough/contracts';
import type { IncomingMessage } from 'node:http';
import { GatewayFailure } from '../../failure.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { hashSecret } from '../../secrets/secrets.ts';

/** Who asks by token, and what for. */
export interface TokenAsker {
  readonly token: string;
  readonly person: PersonId;
  readonly scopes: readonly TokenScope[];
}

const HOUR_MS = 3_600_000;
const BEARER = /^Bearer +([A-Za-z0-9_-]{1,128})$/i;

/** Reads personal tokens. */
export class Bearer {
  readonly #parts: {
    readonly metadata: Metadata;
    readonly clock: Clock;
    readonly limits: RateLimits;
    readonly onTrouble: (error: unknown) => void;
  };

  constructor(parts: {
    readonly metadata: Metadata;
    readonly clock: Clock;
    readonly limits: RateLimits;
    readonly onTrouble: (error: unknown) => void;
  }) {
    this.#parts = parts;
  }

  /** Whose token the request bears; throws 'unauthenticated' when it is worth nothing. */
  async mustKnow(request: IncomingMessage, network: string): Promise<TokenAsker> {
    const { metadata, clock, limits, onTrouble } = this.#parts;
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const token = secret === undefined ? null : await metadata.tokenByHash(hashSecret(secret));
    const now = clock.now();
    const isOver = token === null || (token.expiresAt !== null && token.expiresAt <= now);
    if (isOver || (await metadata.account(token.person)).disabledAt !== null) {
      limits.mustTake('wrong tokens by network address', network);
      throw new GatewayFailure('unauthenticated', 'The API token is missing, wrong, expired or revoked.', {
        hint: 'Create a token in your account and send it in the header "Authorization: Bearer TOKEN".',
      });
    }
    limits.mustTake('requests by token', token.id);
    // To the hour: a write for each request would cost more than the request.
    if (now - (token.usedAt ?? 0) > HOUR_MS) metadata.setTokenUsed(token.id, now).catch(onTrouble);
    return { token: token.id, person: token.person, scopes: token.scopes };
  }
}
