/** What signing in and the account's page say. */
export interface AccountWords {
  readonly menu: string;
  readonly guest: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signOutEverywhere: string;
  readonly signInTitle: string;
  readonly signInText: string;
  readonly email: string;
  readonly sendLink: string;
  readonly sentTitle: string;
  readonly sentText: (email: string) => string;
  readonly confirmTitle: string;
  readonly confirmText: string;
  readonly confirm: string;
  readonly confirmFailed: string;
  readonly outbox: string;
}

/** What the page of kept mail says. */
export interface OutboxWords {
  readonly title: string;
  readonly text: string;
  readonly empty: string;
  readonly absent: string;
  readonly to: (address: string) => string;
  readonly open: string;
}

/** The choice of a theme. */
export interface ThemeWords {
  readonly name: string;
  readonly device: string;
  readonly light: string;
  readonly dark: string;
}
