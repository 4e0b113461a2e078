// Lies about a map that is just opened: part of mutants.ts.

const CHANGING = 'src/core/changing.ts';
const WORDS = 'src/core/typing/words.ts';
const SESSION_TEST = 'src/core/editor-session.test.ts';

export const openingMutants = [
  {
    name: 'empty: its root waits for nobody',
    file: CHANGING,
    find: 'both(startEdit(greeted, context, root), (after) =>',
    replace: 'both(to(greeted), (after) =>',
    why: 'the first words that somebody types go nowhere',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'opening: what is typed leaves the box',
    file: WORDS,
    find: 'if (isAwaited(state, context)) return to(state);',
    replace: '',
    why: 'who types before the map is here loses letters',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'opening: what is pasted is forgotten',
    file: CHANGING,
    find: 'early.length === 0 ? [] : [...words, ...early]',
    replace: '[]',
    why: 'who pastes before the map is here loses an outline',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'opening: what is pasted lies over the words before it',
    file: CHANGING,
    find: '[...words, ...early]',
    replace: 'early',
    why: 'who types and pastes before the map is here loses one of both',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'opening: a branch that is begun is forgotten',
    file: CHANGING,
    find: "const hasBegun = early.some(({ kind }) => kind === 'key');",
    replace: 'const hasBegun = false;',
    why: 'who presses Tab before the map is here writes two items into one',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'role: an empty map is edited by who may only look',
    file: CHANGING,
    find: ' || context.map.items.size === 0 || !canWrite(context)) return null;',
    replace: ' || context.map.items.size === 0) return null;',
    why: 'a caret stands where nothing can be typed',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'root: one with words is edited too',
    file: CHANGING,
    find: "root?.text === '' ? root.id : null",
    replace: 'root?.id ?? null',
    why: 'a map with a single item opens with all of its words about to be replaced',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
  {
    name: 'changes: the root that was there stays beside them',
    file: CHANGING,
    find: "[...planting, [{ kind: 'remove', id: root } as const]]",
    replace: '[...planting]',
    why: 'a template stands beside an empty item',
    test: SESSION_TEST,
    rule: 'EDIT-64',
  },
];
