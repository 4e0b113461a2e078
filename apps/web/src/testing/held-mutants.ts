// Small lies in who has the keyboard while something comes, or comes late; mutants.ts has them among its own. Each is told in a copy of the
// whole project, and a browser must notice.

const E2E = '../../e2e/src';
const keys = { test: `${E2E}/held-keys.spec.ts`, rule: 'WEB-91', isInTree: true } as const;
const past = { test: `${E2E}/past.spec.ts`, rule: 'WEB-90', isInTree: true } as const;

const first = { test: `${E2E}/home-first.spec.ts`, rule: 'WEB-17', isInTree: true } as const;

export const heldMutants = [
  {
    name: 'presses: what is held down while React comes is forgotten',
    file: 'src/shell/first-draw/stage.ts',
    find: 'if (stillHeld !== null) held.goOn(stillHeld);',
    replace: '',
    why: 'a button that was pressed in the wrong moment does nothing, and one presses again',
    ...first,
  },
  {
    name: 'presses: what was pressed of a map is done to what stands in its place',
    file: 'src/shell/first-draw/stage.ts',
    find: 'if (row === null) {',
    replace: 'if (row !== undefined) {',
    why: 'somebody stars, renames or removes another map than the one they pressed',
    ...first,
  },
  {
    name: 'presses: what is let go elsewhere counts',
    file: 'src/shell/first-draw/held-down.ts',
    find: 'whole.contains(event.target) ? event.target : null;',
    replace: 'whole.contains(event.target) ? event.target : whole;',
    why: 'who has changed their mind makes a folder',
    ...first,
  },
  {
    name: 'keyboard: what comes takes no key before it has come',
    file: 'src/shell/part.tsx',
    find: 'const held = takesKeys && onFailed !== undefined ?',
    replace: 'const held = takesKeys && onFailed === undefined ?',
    why: 'Enter behind a dialog that is slow to come adds items to the map',
    ...keys,
  },
  {
    name: 'keyboard: a map behind the history goes on taking keys',
    file: 'src/map/map-screen.tsx',
    find: ' inert={isBehind}',
    replace: '',
    why: 'who looks at the past changes the map of now with Tab and Enter',
    ...past,
  },
  {
    name: 'keyboard: a history that does not come is not left by Escape',
    file: 'src/map/history/past-to-come.tsx',
    find: "if (event.key === 'Escape') onClose();",
    replace: '',
    why: 'on a slow line one waits before a map that takes no key',
    ...past,
  },
  {
    name: 'names: Escape keeps what was typed',
    file: 'src/map/bars/title-field.tsx',
    find: "isCalledOff.current = event.key === 'Escape';",
    replace: 'isCalledOff.current = false;',
    why: 'a map has a name that nobody wanted, for everybody',
    test: `${E2E}/map-name.spec.ts`,
    rule: 'WEB-92',
    isInTree: true,
  },
  {
    name: 'chat: what is new, heard late, takes the keyboard away',
    file: 'src/map/chat/chat-sheet.tsx',
    find: "if (isKnown && document.querySelector('.chat-list:focus-within') === null) setOpening('known');",
    replace: "if (isKnown) setOpening('known');",
    why: 'the end of a message that somebody corrects is typed into nothing',
    test: `${E2E}/chat-rows.spec.ts`,
    rule: 'WEB-89',
    isInTree: true,
  },
];
