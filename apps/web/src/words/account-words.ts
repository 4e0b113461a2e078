/** What signing in says. */
export interface SignInWords {
  readonly title: string;
  readonly text: string;
  readonly email: string;
  readonly password: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  readonly sendLink: string;
  readonly byPassword: string;
  readonly byLink: string;
  readonly enter: string;
  readonly or: string;
  readonly provider: (name: string) => string;
  readonly forgot: string;
  readonly resetText: string;
  readonly sendReset: string;
  readonly closed: string;
  readonly domains: (names: string) => string;
  readonly sentTitle: string;
  readonly sentText: (email: string) => string;
  readonly outbox: string;
  readonly confirmTitle: string;
  readonly confirmText: string;
  readonly confirm: string;
  readonly confirmFailed: string;
  readonly resetTitle: string;
  readonly setPassword: string;
  readonly resetFailed: string;
  readonly providerTitle: string;
  readonly providerFailed: string;
  readonly emailTitle: string;
  readonly emailText: string;
  readonly emailConfirm: string;
  readonly emailFailed: string;
  readonly emailDone: (email: string) => string;
  readonly ownerTitle: string;
  readonly ownerText: string;
  readonly ownerConfirm: string;
  readonly ownerFailed: string;
  readonly ownerDone: string;
}

/** What the account's menu and page say. */
export interface AccountWords {
  readonly menu: string;
  readonly guest: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signOutEverywhere: string;
  readonly outbox: string;
  readonly title: string;
  readonly failed: string;
  readonly you: string;
  readonly name: string;
  readonly nameHint: string;
  readonly colour: string;
  readonly saved: string;
  readonly save: string;
  readonly guestText: string;
  readonly email: string;
  readonly changeEmail: string;
  readonly newEmail: string;
  readonly emailSent: (email: string) => string;
  readonly mailWish: string;
  readonly mailWishFailed: string;
  readonly password: string;
  readonly passwordNone: string;
  readonly passwordSet: string;
  readonly setPassword: string;
  readonly changePassword: string;
  readonly removePassword: string;
  readonly passwordChanged: string;
  readonly passwordRemoved: string;
  readonly proof: string;
  readonly proofStale: string;
  readonly sessions: string;
  /** What a session is called whose program did not say what it is. */
  readonly otherProgram: string;
  /** A browser that nobody knows, on a system that somebody does. */
  readonly otherBrowserOn: (system: string) => string;
  readonly browserOn: (browser: string, system: string) => string;
  readonly sessionBy: Readonly<Record<'guest' | 'mail' | 'password' | 'provider', string>>;
  readonly sessionHere: string;
  readonly sessionSeen: (when: string) => string;
  readonly endSession: string;
  readonly endSessionOf: (device: string) => string;
  readonly endOthers: string;
  readonly othersEnded: string;
  readonly look: string;
  readonly language: string;
  readonly languageDevice: string;
  readonly data: string;
  readonly exportText: string;
  readonly exportAll: string;
  readonly deleteText: string;
  readonly deleteAccount: string;
  readonly deleteTitle: string;
  readonly deleteNothing: string;
  readonly deletesMaps: (count: number) => string;
  readonly handsOver: (count: number) => string;
  readonly handsOverOne: (title: string, to: string) => string;
  readonly leaves: (count: number) => string;
  readonly deleteFinal: string;
  readonly deleteNow: string;
  readonly deleted: string;
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
