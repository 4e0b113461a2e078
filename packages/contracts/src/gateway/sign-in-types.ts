/** In which ways one can come in here. */
export interface SignInWays {
  /** The name of the company's or school's own sign-in; null: there is none. */
  readonly provider: string | null;
  /** Whether new people may come: everybody, or nobody but whom an operator or an invitation brings. */
  readonly registration: 'open' | 'closed';
  /** New accounts have an address that ends in one of these; empty: any address will do. */
  readonly domains: readonly string[];
  /** This Bough has no owner yet: whoever has the set-up link that its start wrote becomes it. */
  readonly needsOwner: boolean;
}
/** How a session began. */
export type SignedInBy = 'guest' | 'mail' | 'password' | 'provider';
