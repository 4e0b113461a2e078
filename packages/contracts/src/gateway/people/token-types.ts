import { instant, longId, opaque } from '../../ids.ts';
import { line } from '../../line.ts';
import { list, nullable, object, oneOf, type ParsedBy } from '../../parser.ts';

const scope = oneOf('maps:read', 'maps:write', 'sharing');
/** What a token may be used for: reading maps; changing them; deciding who else may open them. */
export type TokenScope = ParsedBy<typeof scope>;
export const scopes = list(scope, 3);

/** A personal token for the REST API. */
export const token = object({
  id: longId,
  name: line(100, 1),
  scopes,
  /** Shown once, when made. */
  secret: nullable(opaque),
  createdAt: instant,
  /** When it was last used, to the hour; null: never. */
  usedAt: nullable(instant),
  /** null: until it is revoked. */
  expiresAt: nullable(instant),
});
export type PersonalToken = ParsedBy<typeof token>;
