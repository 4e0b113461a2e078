/** Sharing, in English. */
export const shareEn = {
  title: 'Share this map',
  folderTitle: (name: string) => `Share “${name}”`,
  folderText: 'Anyone in the folder can open every map that owners place there.',
  part: { people: 'People', links: 'Links', public: 'Public page' },
  role: { view: 'Can view', comment: 'Can comment', edit: 'Can edit', own: 'Owner' },
  roleOf: (name: string) => `Access for ${name}`,
  failed: 'The list of people with access could not be loaded.',
  inviteText: 'The invitation is sent by email and waits for the person with that address.',
  email: 'Email address',
  invite: 'Invite',
  invited: (email: string) => `Invitation sent to ${email}.`,
  waiting: (until: string) => `Invited, until ${until}`,
  withdraw: 'Withdraw',
  withdrawFrom: (email: string) => `Withdraw the invitation to ${email}`,
  remove: 'Remove',
  removePerson: (name: string) => `Remove ${name}`,
  byLink: 'by a link',
  byFolder: 'through a folder',
  you: 'you',
  guest: 'Guest',
  linkText: 'Anyone with a link can open the map.',
  make: 'Create link',
  needsSignIn: 'Only for people who are signed in',
  mayCopy: 'Allow copying and downloading',
  noCopy: 'no copying',
  /** The switch of a link that gives the map's history, and how such a link is told. */
  mayReadPast: 'Include history: earlier versions and deleted text',
  withPast: 'with history',
  expires: 'Expires',
  expiry: { never: 'Never', day: 'After a day', week: 'After a week', month: 'After a month' },
  until: (when: string) => `until ${when}`,
  made: (when: string) => `created ${when}`,
  copied: 'Copied',
  copy: 'Copy',
  qr: 'Show as QR code',
  qrHide: 'Hide the QR code',
  qrText: 'QR code of the link',
  another: 'Create another link',
  links: 'Active links',
  /** One press copies a link; the choice above it, the field in which it is seen, and what to do where the browser forbids copying. */
  copyLink: 'Copy link',
  linkLets: 'What people with the link can do',
  theLink: 'Share link',
  copyByHand: 'This browser does not let the page copy. The link is selected: copy it with your keyboard.',
  show: 'Show',
  showLink: (role: string) => `Show the link: ${role}`,
  revoke: 'Revoke',
  revokeLink: (role: string) => `Revoke the link: ${role}`,
  none: 'No links yet.',
  publicText: 'A page that anyone can view at its address without an account. Visitors cannot change anything.',
  publicOn: 'This map has a public page',
  publicCopy: 'Visitors may copy and download it',
  publicAddress: 'Address of the public page',
  joining: 'Opening the map',
  joinTitle: 'This map is not shared with you',
  joinFailed: 'This link does not work. It may have been revoked, or it is incomplete.',
  usedLink: 'This link was already used or has been revoked. Maps shared with you are listed here.',
  signInTitle: 'Sign in to open this map',
  signInText: 'The person who shared it asks everyone to sign in. Your link is kept while you do.',
};

/** What the dialogs of sharing and the pages behind a link say. */
export type ShareWords = typeof shareEn;

/** The public page, in English. */
export const publicEn = {
  copy: 'Make a copy',
  copied: 'This copy is yours to change.',
  open: 'Open in the editor',
  byline: (who: string, when: string) => `${who}, ${when}`,
  absentTitle: 'Page not found',
  absentText: 'The map may no longer be public, or the address is incomplete.',
  madeWith: 'Made with Bough',
};

/** What the public page of a map says. */
export type PublicWords = typeof publicEn;
