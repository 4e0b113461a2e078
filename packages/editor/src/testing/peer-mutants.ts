// Lies about what others are seen to drag: part of mutants.ts.

const DRAGS = 'src/core/picture/peer-drags.ts';
const SHOWN = 'src/core/pointers/shown-to-others.ts';
const TEST = 'src/core/picture/peer-drags.test.ts';

const POINTERS = 'src/core/picture/peer-pointers.ts';
const POINTERS_TEST = 'src/core/picture/peer-pointers.test.ts';
const PEOPLE = 'src/view/paint-people.ts';

export const peerMutants = [
  {
    name: 'others: pointers jump',
    file: POINTERS,
    find: 'const WAY_MS = { least: 24, most: 48 };',
    replace: 'const WAY_MS = { least: 0, most: 0 };',
    why: 'nobody can follow a hand that is seen twenty times a second',
    test: POINTERS_TEST,
    rule: 'EDIT-110',
  },
  {
    name: 'others: a pointer is on its way as long as it was silent',
    file: POINTERS,
    find: 'Math.min(WAY_MS.most, Math.max(WAY_MS.least, silentMs))',
    replace: 'silentMs',
    why: 'it is seen where it was long ago',
    test: POINTERS_TEST,
    rule: 'EDIT-110',
  },
  {
    name: 'others: what somebody holds is let go in sight when they think',
    file: POINTERS,
    find: 'dragged.length > 0 ? Number.POSITIVE_INFINITY : ',
    replace: '',
    why: 'a branch hangs in the air without a hand',
    test: POINTERS_TEST,
    rule: 'EDIT-111',
  },
  {
    name: 'others: a pointer that rests stays for good',
    file: POINTERS,
    find: 'way.startMs + RESTS_AFTER_MS',
    replace: 'Number.POSITIVE_INFINITY',
    why: 'it lies over words that somebody reads',
    test: POINTERS_TEST,
    rule: 'EDIT-111',
  },
  {
    name: 'others: all of a crowd are named at the edge',
    file: PEOPLE,
    find: 'const CROWD = 12;',
    replace: 'const CROWD = 1_000;',
    why: 'two hundred names lie on each other',
    test: 'src/view/paint-people.test.ts',
    rule: 'EDIT-112',
  },
  {
    name: 'others: what one types in moves under a hand far away',
    file: DRAGS,
    find: '...(editing === null ? [] : [editing])',
    replace: '',
    why: 'the words run away from the caret',
    test: TEST,
    rule: 'EDIT-82',
  },
  {
    name: 'others: what one drags oneself is pulled at from two sides',
    file: DRAGS,
    find: 'if (mine.has(id) || isBelow(map, id, mine)) return true;',
    replace: '',
    why: 'a branch jumps between two pointers',
    test: TEST,
    rule: 'EDIT-82',
  },
  {
    name: 'others: what was let go is home at once',
    file: DRAGS,
    find: 'nowMs >= untilMs) left',
    replace: 'nowMs >= 0) left',
    why: 'it goes back, and then to where it was put',
    test: TEST,
    rule: 'EDIT-82',
  },
  {
    name: 'others: what was let go waits for a change that has come',
    file: DRAGS,
    find: 'if (hasCome || nowMs',
    replace: 'if (nowMs',
    why: 'it is seen far from where the map has it',
    test: TEST,
    rule: 'EDIT-82',
  },
  {
    name: 'others: what is dragged moves against the pointer',
    file: SHOWN,
    find: 'tenths(entry.x + dx - cursor.x)',
    replace: 'tenths(entry.x - cursor.x)',
    why: 'it stands elsewhere than the hand has it',
    test: TEST,
    rule: 'EDIT-82',
  },
  {
    name: 'others: who writes on in what was removed writes to nobody',
    file: 'src/core/typing/words.ts',
    find: 'if (cut !== null) return goOn(state, context, cut);',
    replace: '',
    why: 'letters are typed that nobody ever sees',
    test: 'src/core/typing/cut-off.test.ts',
    rule: 'EDIT-97',
  },
  {
    name: 'others: Enter behind removed words begins something',
    file: 'src/core/running.ts',
    find: "if (isCutOff && (isEarly(press) || press.key === 'Escape'))",
    replace: 'if (false)',
    why: 'an empty root covers the map',
    test: 'src/core/typing/cut-off.test.ts',
    rule: 'EDIT-97',
  },
  {
    name: 'a root that is begun by a key covers another',
    file: 'src/commands/edits/free-spot.ts',
    find: 'layout.itemsIn(area).length === 0',
    replace: 'layout.itemsIn(area).length >= 0',
    why: 'the words below it cannot be seen or pressed',
    test: 'src/core/typing/cut-off.test.ts',
    rule: 'EDIT-98',
  },
];
