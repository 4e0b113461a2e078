import type { PersonId } from '@bough/base';

/** In the place of a browser, where any may use the token: it is about this person. No browser has this name. */
export function anyBrowserOf(person: PersonId): string {
  return `*${person}`;
}

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
  /** The address of a token that this browser could use now; null: there is none. Uses nothing up. */
  usableSignIn(hash: string, browser: string, nowMs: number): Promise<string | null>;
  /** Uses the token up: of any number of calls at once, one answers 'used'. Another browser's call leaves it usable. */
  useSignIn(hash: string, browser: string, nowMs: number): Promise<UsedSignIn>;
  /** When the first token of this browser and address ends, used or not; null: there is none. */
  firstSignIn(browser: string, email: string): Promise<number | null>;
  /** Forgets tokens of this browser that end after then, but those of the address to keep. */
  forgetSignIns(browser: string, endsAfter: number, keep: string | null): Promise<void>;
  /** Forgets tokens that were too late before then. */
  pruneSignIns(before: number): Promise<void>;
}
