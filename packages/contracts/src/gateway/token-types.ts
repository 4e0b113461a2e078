/** What a token may be used for: reading maps; changing them; deciding who else may open them. */
export type TokenScope = 'maps:read' | 'maps:write' | 'sharing';

/** A personal token for the REST API. */
export interface PersonalToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Shown once, when made. */
  readonly secret: string | null;
  readonly createdAt: number;
  /** When it was last used, to the hour; null: never. */
  readonly usedAt: number | null;
  /** null: until it is revoked. */
  readonly expiresAt: number | null;
}
