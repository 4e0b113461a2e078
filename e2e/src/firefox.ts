/**
 * The specs that Firefox runs too: every test of theirs, except for what WebDriver BiDi, by which Debian's Firefox is driven, has no
 * way to do. That is named here, with what is missing.
 */
export const IN_FIREFOX = [
  'drawing.spec.ts',
  'editing.spec.ts',
  'gestures.spec.ts',
  'keyboard.spec.ts',
  'links.spec.ts',
  'policy.spec.ts',
];

/** Tests, by their titles. */
export const TESTS_NOT_IN_FIREFOX: Readonly<Record<string, string>> = {
  'Enter and Tab within a composition belong to it': 'WebDriver has no input method: nothing composes.',
};

/** Keys, as the command table writes them. */
export const KEYS_NOT_IN_FIREFOX: Readonly<Record<string, string>> = {
  ContextMenu: 'WebDriver has no such key. Shift+F10, which does the same, is tried.',
};
