/** In which ways one can come in here. */
export interface SignInWays {
  /** The sign-ins of companies or schools, each with what it is called in addresses and on its button, in the operator's order. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** Whether new people may come: everybody, nobody but whom an operator or an invitation brings, or whom a provider lets in. */
  readonly registration: 'open' | 'closed' | 'provider';
  /** Whether one comes in as one likes, or by a provider alone. */
  readonly signIn: 'any' | 'provider';
  /** New accounts have an address that ends in one of these; empty: any address will do. */
  readonly domains: readonly string[];
  /** This Bough has no owner yet: whoever has the set-up link that its start wrote becomes it. */
  readonly needsOwner: boolean;
  /** Whether passkeys can be had: this Bough's address has a name, and is reached in a way that browsers trust. */
  readonly passkeys: boolean;
}
/** How a session began. */
export type SignedInBy = 'guest' | 'mail' | 'password' | 'provider' | 'passkey';
