import { integer, object, oneOf, type Parser } from './parser.ts';
import type { ServiceName } from './route.ts';
import { opaque } from './ids.ts';

/** A service token lives this long. */
export const TOKEN_LIFE_S = 60;

/** The name of a service. */
export const serviceName: Parser<ServiceName> = oneOf('gateway', 'docstore', 'mailer', 'exporter');

const second = integer(0, 8_640_000_000_000);

/** What a service token says, and all it says; its signature is held to be good. */
export const tokenClaims = object({
  /** Who asks. */
  iss: serviceName,
  /** Who may answer: a token is worth nothing to any other service. */
  aud: serviceName,
  /** Seconds since 1970. */
  iat: second,
  /** At most TOKEN_LIFE_S after `iat`. */
  exp: second,
  jti: opaque,
});
