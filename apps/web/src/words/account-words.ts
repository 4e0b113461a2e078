/** What the account's menu says, and what is said of it elsewhere. */
export interface AccountWords {
  readonly menu: string;
  readonly guest: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signOutEverywhere: string;
  readonly outbox: string;
  readonly title: string;
  readonly passwordChanged: string;
}

/** The choice of a theme. */
export interface ThemeWords {
  readonly name: string;
  readonly device: string;
  readonly light: string;
  readonly dark: string;
}
