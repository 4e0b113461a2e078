import type { MapRole } from '@bough/contracts';

/** What the dialogs of sharing and the pages behind a link say. */
export interface ShareWords {
  readonly title: string;
  readonly folderTitle: (name: string) => string;
  readonly folderText: string;
  readonly part: Readonly<Record<'people' | 'links' | 'public', string>>;
  readonly role: Readonly<Record<MapRole, string>>;
  readonly roleOf: (name: string) => string;
  readonly failed: string;
  readonly inviteText: string;
  readonly email: string;
  readonly invite: string;
  readonly invited: (email: string) => string;
  readonly waiting: (until: string) => string;
  readonly withdraw: string;
  readonly withdrawFrom: (email: string) => string;
  readonly remove: string;
  readonly removePerson: (name: string) => string;
  readonly byLink: string;
  readonly byFolder: string;
  readonly you: string;
  readonly guest: string;
  readonly linkText: string;
  readonly make: string;
  readonly needsSignIn: string;
  readonly mayCopy: string;
  readonly noCopy: string;
  /** The switch of a link that gives the map's history, and how such a link is told. */
  readonly mayReadPast: string;
  readonly withPast: string;
  readonly expires: string;
  readonly expiry: Readonly<Record<'never' | 'day' | 'week' | 'month', string>>;
  readonly until: (when: string) => string;
  readonly made: (when: string) => string;
  readonly copied: string;
  readonly copy: string;
  readonly qr: string;
  readonly qrHide: string;
  readonly qrText: string;
  /** One press copies a link; the choice above it, the field in which it is seen, and what to do where the browser forbids copying. */
  readonly copyLink: string;
  readonly linkLets: string;
  readonly theLink: string;
  readonly copyByHand: string;
  readonly show: string;
  readonly showLink: (role: string) => string;
  readonly another: string;
  readonly links: string;
  readonly revoke: string;
  readonly revokeLink: (role: string) => string;
  readonly none: string;
  readonly publicText: string;
  readonly publicOn: string;
  readonly publicCopy: string;
  readonly publicAddress: string;
  readonly joining: string;
  readonly joinTitle: string;
  readonly joinFailed: string;
  readonly usedLink: string;
  readonly signInTitle: string;
  readonly signInText: string;
}

/** What the public page of a map says. */
export interface PublicWords {
  readonly copy: string;
  readonly copied: string;
  readonly open: string;
  readonly byline: (who: string, when: string) => string;
  readonly absentTitle: string;
  readonly absentText: string;
  readonly madeWith: string;
}
