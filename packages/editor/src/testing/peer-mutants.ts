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
];
