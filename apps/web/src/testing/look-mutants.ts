// Lies about how the main screens look, and about their comparison with the accepted pictures: part of mutants.ts. Each is told in a copy of
// the whole project, and a browser must notice.

const COMPARE = '../../e2e/src/pictures/compare.ts';
const accepted = { test: '../../e2e/src/pictures/pictures-stay.spec.ts', isInTree: true } as const;
const compared = { test: '../../e2e/src/pictures/compare.spec.ts', isInTree: true } as const;

const chrome = { test: '../../e2e/src/chrome.spec.ts', isInTree: true } as const;

export const lookMutants = [
  {
    name: "looks: a phone's bar stands 8 dots higher",
    file: 'src/map/map.css',
    find: 'inset: auto 0 0;\n    z-index: 10;',
    replace: 'inset: auto 0 8px;\n    z-index: 10;',
    why: 'the map is seen below the bar, and nobody hears of it',
    rule: 'WEB-45',
    ...accepted,
  },
  {
    name: 'looks: examples are painted before their typeface is there',
    file: '../../packages/editor/src/view/draw-outline.ts',
    find: '  await loadFaces(canvas.ownerDocument);\n',
    replace: '  void loadFaces(canvas.ownerDocument);\n',
    why: 'on a slow line a newcomer sees the examples in the face of the system, until they reload',
    rule: 'WEB-47',
    ...accepted,
  },
  {
    name: 'looks: a sheet does not tell the map how much it covers',
    file: 'src/map/bars/insets.ts',
    find: '.phone-bar, .side-sheet, .find-bar',
    replace: '.phone-bar, .find-bar',
    why: 'words run on below a sheet, and one pans to read them',
    rule: 'WEB-60',
    ...chrome,
  },
  {
    name: 'looks: nothing says that a map goes on',
    file: 'src/map/map-screen.tsx',
    find: ' data-beyond={snapshot.beyond}',
    replace: '',
    why: 'a phone shows half a map as if it were all of it',
    rule: 'WEB-61',
    ...chrome,
  },
  {
    name: 'looks: pictures may differ in any dot',
    file: COMPARE,
    find: 'const DOT_TOLERANCE = 28;',
    replace: 'const DOT_TOLERANCE = 255;',
    why: 'the comparison passes whatever a screen looks like',
    rule: 'WEB-45',
    ...compared,
  },
  {
    name: 'looks: of another browser nothing is compared',
    file: COMPARE,
    find: 'const BLOCK_TOLERANCE = 30;',
    replace: 'const BLOCK_TOLERANCE = 255;',
    why: 'with the next Chromium no screen is looked at any more, and the gate stays green',
    rule: 'WEB-46',
    ...compared,
  },
];
