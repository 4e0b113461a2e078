// Lies about what others are seen to drag: part of mutants.ts.

const DRAGS = 'src/core/picture/peer-drags.ts';
const SHOWN = 'src/core/pointers/shown-to-others.ts';
const TEST = 'src/core/picture/peer-drags.test.ts';

export const peerMutants = [
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
