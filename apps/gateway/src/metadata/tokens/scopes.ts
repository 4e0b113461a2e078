import type { TokenScope } from '@bough/contracts';

const SCOPES: readonly TokenScope[] = ['maps:read', 'maps:write', 'sharing'];

/** Those of the texts that are scopes: one that this Bough does not know gives nothing. */
export function knownScopes(texts: readonly string[]): readonly TokenScope[] {
  return SCOPES.filter((scope) => texts.includes(scope));
}
