// Lies about where somebody comes out who signs in: part of mutants.ts.

const WAY_BACK = 'src/signing-in/way-back.ts';
const WAY_BACK_TEST = 'src/signing-in/way-back.test.ts';

export const wayBackMutants = [
  {
    name: 'way back: all come out at home',
    file: WAY_BACK,
    find: "return place ?? '/';",
    replace: "return '/';",
    why: 'who was asked to sign in has to find the address of the map again',
    test: WAY_BACK_TEST,
    rule: 'WEB-80',
  },
  {
    name: 'way back: a map that was seen an hour ago',
    file: WAY_BACK,
    find: ' || kept.until <= Date.now()) return null;',
    replace: ') return null;',
    why: 'who signs in later lands where they no longer want to be',
    test: WAY_BACK_TEST,
    rule: 'WEB-80',
  },
  {
    name: 'way back: home takes the place of a link that waits',
    file: WAY_BACK,
    find: "if (isLess && JOINING.test(waiting() ?? '')) return;",
    replace: '',
    why: 'a link that asked for signing in is lost',
    test: WAY_BACK_TEST,
    rule: 'WEB-80',
  },
  {
    name: 'way back: another site is one',
    file: WAY_BACK,
    find: "if (itsOrigin !== origin || pathname.startsWith('//')) return null;",
    replace: "if (pathname.startsWith('//')) return null;",
    why: 'a page that looks like Bough asks for the password',
    test: WAY_BACK_TEST,
    rule: 'WEB-81',
  },
  {
    name: 'way back: two slashes are a path',
    file: WAY_BACK,
    find: "if (itsOrigin !== origin || pathname.startsWith('//')) return null;",
    replace: 'if (itsOrigin !== origin) return null;',
    why: 'the browser reads them as another server',
    test: WAY_BACK_TEST,
    rule: 'WEB-81',
  },
  {
    name: 'way back: every screen is one',
    file: WAY_BACK,
    find: '      return JOINING.test(place) ? place : null;\n    default:\n      return null;',
    replace: '      return JOINING.test(place) ? place : null;\n    default:\n      return place;',
    why: 'signing in leads to a mailed link that changes something',
    test: WAY_BACK_TEST,
    rule: 'WEB-81',
  },
  {
    name: 'way back: what is kept is believed',
    file: WAY_BACK,
    find: 'return placeOnPage(kept.place, location.origin);',
    replace: 'return String(kept.place);',
    why: 'one hole elsewhere in the page sends everybody who signs in to another site',
    test: WAY_BACK_TEST,
    rule: 'WEB-81',
  },
];
