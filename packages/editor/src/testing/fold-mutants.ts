// Lies about what one person has folded, and about the large words of a map from afar: part of mutants.ts.

const FOLDING = 'src/core/folding/folding.ts';
const FOLDING_TEST = 'src/core/folding/folding.test.ts';
const FIRST_LOOK = 'src/core/folding/first-look.ts';
const PLAN = 'src/core/picture/town-plan.ts';
const PLAN_TEST = 'src/core/picture/town-plan.test.ts';

export const foldMutants = [
  {
    name: 'folds: a map that opened folded is folded for everybody by the next key',
    file: FOLDING,
    find: "return folds.looked === 'folded' || !canWrite(context);",
    replace: 'return !canWrite(context);',
    why: 'who peeks into a branch and closes it closes it for those who work in it',
    test: FOLDING_TEST,
    rule: 'EDIT-80',
  },
  {
    name: 'folds: the first look comes with each opening',
    file: FOLDING,
    find: "if (folds.looked !== 'never' && !(folds.looked === 'whole' && isNew)) return state;",
    replace: '',
    why: 'what was opened is closed again',
    test: FOLDING_TEST,
    rule: 'EDIT-79',
  },
  {
    name: 'folds: one level too many is shown',
    file: FIRST_LOOK,
    find: 'seen + next.length > READABLE &&',
    replace: 'seen > READABLE &&',
    why: 'a map opens with more than can be read',
    test: FOLDING_TEST,
    rule: 'EDIT-79',
  },
  {
    name: 'folds: what is put into a folded branch stays unseen',
    file: FOLDING,
    find: 'folds.own.get(id) === true && map.items.has(id)',
    replace: 'folds.own.get(id) === false && map.items.has(id)',
    why: 'one types into an item that is not there',
    test: FOLDING_TEST,
    rule: 'EDIT-80',
  },
  {
    name: 'folds: no device remembers them',
    file: 'src/core/editor-session.ts',
    find: 'kept?.keep(writeFolds(keptAfter(readFolds(kept.read()), before, this.#state.folds)));',
    replace: '',
    why: 'after a reload all is folded as at first',
    test: FOLDING_TEST,
    rule: 'EDIT-79',
  },
  {
    name: 'from afar: words lie on each other',
    file: PLAN,
    find: '    taken.take(roomOf(found, scale));\n',
    replace: '',
    why: 'names that cover names cannot be read',
    test: PLAN_TEST,
    rule: 'EDIT-81',
  },
  {
    name: 'from afar: smaller branches go before larger ones',
    file: PLAN,
    find: 'b.extent.height - a.extent.height || b.box.hidden - a.box.hidden',
    replace: 'a.extent.height - b.extent.height',
    why: 'the plan names the alleys and leaves the districts out',
    test: PLAN_TEST,
    rule: 'EDIT-81',
  },
];
