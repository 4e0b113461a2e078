import { err, ok, type Clock, type Ids, type Result } from '@bough/base';
import { type ServiceName, TOKEN_LIFE_S, tokenClaims } from '@bough/contracts';
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { ServiceFailure } from './service-failure.ts';
import type { AudienceKey } from './settings/settings.ts';

// Tokens that services show each other: JWT, HS256 and nothing else, a key for each pair of services found by `iss` and `kid` in our
// own table, so that whoever holds a key can sign in one service's name alone. `jku`, `jwk`, `x5u` and `crit` are never read: a header with anything but alg, kid and typ is refused.

const ALGORITHM = 'HS256';
const CLOCK_SKEW_S = 5;

/** Makes tokens in this service's name. */
export interface TokenMinter {
  /** The value of the header `authorization` for calls to that service; made anew when half of its life has passed. */
  authorization(audience: ServiceName): Promise<string>;
  /** Throws where there is no key for tokens to that service. */
  mustHaveKey(audience: ServiceName): void;
}
/** Checks tokens that are meant for this service. */
export interface TokenVerifier {
  /** Who asks, or why the header proves nothing. */
  verify(authorization: string | undefined): Promise<Result<ServiceName, string>>;
  /** How many verified tokens are remembered right now. */
  remembered(): number;
}

export interface TokenParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'short'>;
  readonly keys: readonly AudienceKey[];
}

/** A minter for this service; signs with the first of its own keys for each audience. */
export function createTokenMinter(parts: TokenParts, issuer: ServiceName): TokenMinter {
  const made = new Map<ServiceName, { readonly authorization: string; readonly untilMs: number }>();
  const keyFor = (audience: ServiceName): AudienceKey => {
    const key = parts.keys.find((each) => each.audience === audience && each.issuer === issuer);
    if (key !== undefined) return key;
    throw new ServiceFailure(`There is no key for tokens from ${issuer} to ${audience}.`, {
      kind: 'denied',
      code: 'service/no-token-key',
      hint: `Add the entry ${audience}:${issuer}:KID:BASE64URL to BOUGH_TOKEN_KEYS of both services.`,
    });
  };
  return {
    mustHaveKey: (audience) => void keyFor(audience),
    authorization: async (audience) => {
      const nowMs = parts.clock.now();
      const held = made.get(audience);
      if (held !== undefined && nowMs < held.untilMs && nowMs > held.untilMs - TOKEN_LIFE_S * 1_000) {
        return held.authorization;
      }
      const key = keyFor(audience);
      const iat = Math.floor(nowMs / 1_000);
      const token = await new SignJWT({ jti: parts.ids.short() })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(iat)
        .setExpirationTime(iat + TOKEN_LIFE_S)
        .sign(key.key);
      const authorization = `Bearer ${token}`;
      made.set(audience, { authorization, untilMs: nowMs + (TOKEN_LIFE_S * 1_000) / 2 });
      return authorization;
    },
  };
}

const MOST_VERIFIED = 256;

/** A verifier for this service. What was verified is remembered until it expires, within a bound. */
export function createTokenVerifier(parts: TokenParts, audience: ServiceName): TokenVerifier {
  const ours = parts.keys.filter((each) => each.audience === audience);
  const keys = new Map(ours.map((each) => [`${each.issuer} ${each.kid}`, each.key]));
  const verified = new Map<string, { readonly service: ServiceName; readonly untilMs: number }>();
  const check = async (token: string): Promise<Result<{ service: ServiceName; untilMs: number }, string>> => {
    const header = decodeProtectedHeader(token);
    const names = Object.keys(header);
    if (header.alg !== ALGORITHM || names.some((name) => !['alg', 'kid', 'typ'].includes(name))) {
      return err('its form is not accepted');
    }
    // What it says of its issuer is not proven yet: it chooses the one key with which it must be.
    const key = keys.get(`${decodeJwt(token).iss} ${header.kid}`);
    if (key === undefined) return err('it is signed with an unknown key');
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience,
      clockTolerance: CLOCK_SKEW_S,
      currentDate: new Date(parts.clock.now()),
    });
    const claims = tokenClaims(payload);
    if (!claims.ok) return err(`its claims are not valid: it ${claims.error}`);
    const { iss, iat, exp } = claims.value;
    if (exp - iat > TOKEN_LIFE_S || iat * 1_000 > parts.clock.now() + CLOCK_SKEW_S * 1_000) {
      return err('it is valid for too long');
    }
    return ok({ service: iss, untilMs: (exp + CLOCK_SKEW_S) * 1_000 });
  };
  return {
    remembered: () => verified.size,
    verify: async (authorization) => {
      if (authorization === undefined) return err('the request has none');
      if (!authorization.startsWith('Bearer ') || authorization.length > 2_048) return err('the request has none');
      const held = verified.get(authorization);
      if (held !== undefined && parts.clock.now() < held.untilMs) return ok(held.service);
      verified.delete(authorization);
      try {
        const checked = await check(authorization.slice('Bearer '.length));
        if (!checked.ok) return checked;
        for (const oldest of verified.keys()) {
          if (verified.size < MOST_VERIFIED) break;
          verified.delete(oldest);
        }
        verified.set(authorization, checked.value);
        return ok(checked.value.service);
      } catch {
        return err('it is wrong or expired');
      }
    },
  };
}
