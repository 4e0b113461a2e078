/** Asked for by mail, used once. The token itself is never kept. */
export interface SignIn {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  readonly email: string;
  /** Which browser asked; only it may use the token. */
  readonly browser: string;
  readonly expiresAt: number;
}
export type UsedSignIn =
  | { readonly kind: 'used'; readonly email: string }
  | { readonly kind: 'wrong-browser' | 'gone' };

/** Sign-in mails that were asked for. */
export interface SignInStore {
  addSignIn(signIn: SignIn): Promise<void>;
  /** Uses the token up: of any number of calls at once, one answers 'used'. Another browser's call leaves it usable. */
  useSignIn(hash: string, browser: string, nowMs: number): Promise<UsedSignIn>;
  /** Forgets tokens that were too late before then. */
  pruneSignIns(before: number): Promise<void>;
}
