/**
 * The specs that Firefox runs too: every test of theirs, except for what WebDriver BiDi, by which Debian's Firefox is driven, has no
 * way to do. That is named here, with what is missing.
 */
export const IN_FIREFOX = [
  'at-hand.spec.ts',
  'away.spec.ts',
  'chrome.spec.ts',
  'comments.spec.ts',
  'content.spec.ts',
  'drawing.spec.ts',
  'editing.spec.ts',
  'elsewhere.spec.ts',
  'film.spec.ts',
  'first-look.spec.ts',
  'gestures.spec.ts',
  'home-first.spec.ts',
  'home-many.spec.ts',
  'keyboard-stays.spec.ts',
  'keyboard.spec.ts',
  'links.spec.ts',
  'outline.spec.ts',
  'living-map.spec.ts',
  'past.spec.ts',
  'play.spec.ts',
  'policy.spec.ts',
  'presenting.spec.ts',
  'quiet-chrome.spec.ts',
  'server-gone.spec.ts',
  'sharing.spec.ts',
  'following.spec.ts',
  'three-people.spec.ts',
  'together.spec.ts',
  'tools-at-hand.spec.ts',
];

const TAPS = 'A tap of Playwright is a mouse in Firefox, and a window is never a phone there.';

/** Tests, by their titles. */
export const TESTS_NOT_IN_FIREFOX: Readonly<Record<string, string>> = {
  'Enter and Tab within a composition belong to it': 'WebDriver has no input method: nothing composes.',
  'on a phone the bar has what one needs, the rest comes from below, and zoom and fit are there': TAPS,
  '[WEB-61] a phone shows where the map goes on, has its commands at hand, and several threads in one sheet': TAPS,
  'on a phone, a button of the bar below leaves the keyboard to the words': TAPS,
  'presenting fills the screen, and keys, buttons and a swipe turn it over': TAPS,
  'maps that are marked are dragged onto a folder together, the pointer saying how many, and back with one undo':
    'WebDriver’s mouse begins no drag and drop in Firefox: nothing arrives at the folder.',
  'maps are marked by Ctrl and Shift, moved, tagged, exported and trashed together, each undone in one':
    'Playwright is told of no download by Firefox.',
  '[WEB-37] a film that fails says so, can be tried again, and is saved by its map’s name':
    'Playwright is told of no download by Firefox.',
  'a finger that rests marks a map, and then a tap marks the next': TAPS,
  'home opens offline as it looks online: who is here, the maps and their pictures':
    'Taken offline by WebDriver, Firefox answers nothing from its cache, where pictures are kept; with its server gone it does (server-gone.spec.ts).',
  'with colours of the device every button keeps its sign':
    'WebDriver BiDi has no way to say that colours are the device’s.',
  '[WEB-4] [WEB-6] on a phone buttons put an item deeper and higher; a map from the right has its indents there': TAPS,
};

/** Keys, as the command table writes them. */
export const KEYS_NOT_IN_FIREFOX: Readonly<Record<string, string>> = {
  ContextMenu: 'WebDriver has no such key. Shift+F10, which does the same, is tried.',
};
