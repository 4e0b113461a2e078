import type { ShareWords } from './share-words.ts';

/** Sharing, in English. */
export const shareEn: ShareWords = {
  title: 'Share this map',
  text: 'Anybody with a link can open the map, without an account.',
  edit: 'Can edit',
  view: 'Can view',
  make: 'Make a link',
  copied: 'Copied',
  copy: 'Copy',
  once: 'Copy it now: the link is shown only once.',
  made: 'Links that work now',
  revoke: 'Revoke',
  none: 'No links yet.',
  joining: 'Opening the map',
  joinFailed: 'This link does not work. It may have been revoked, or is not complete.',
};
