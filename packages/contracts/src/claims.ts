import { integer, object, oneOf, type Parser } from './parser.ts';
import type { ServiceName } from './route.ts';
import { opaque } from './ids.ts';

/** What a service token says, and all it says. */
export interface TokenClaims {
  /** Who asks. */
  readonly iss: ServiceName;
  /** Who may answer: a token is worth nothing to any other service. */
  readonly aud: ServiceName;
  /** Seconds since 1970. */
  readonly iat: number;
  /** At most TOKEN_LIFE_S after `iat`. */
  readonly exp: number;
  readonly jti: string;
}

/** A service token lives this long. */
export const TOKEN_LIFE_S = 60;

/** The name of a service. */
export const serviceName: Parser<ServiceName> = oneOf('gateway', 'docstore', 'mailer', 'exporter');

const second = integer(0, 8_640_000_000_000);

/** Reads the claims of a token whose signature holds. */
export const tokenClaims: Parser<TokenClaims> = object({
  iss: serviceName,
  aud: serviceName,
  iat: second,
  exp: second,
  jti: opaque,
});
