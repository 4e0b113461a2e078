// Small lies about the past of a map, each of which the tests of the rule that it names must notice. `npm run mutants -- map` tells one
// after the other in a scratch copy of this package. `find` stands exactly once in the file.

const DIFFERENCE = 'src/difference/difference.ts';
const OPS_BETWEEN = 'src/difference/ops-between.ts';
const CHRONICLE = 'src/difference/chronicle.ts';
const JOURNAL = 'src/difference/journal.ts';
const PATCH = 'src/difference/patch.ts';
const DIFFERENCE_TEST = 'src/difference/difference.test.ts';
const CHRONICLE_TEST = 'src/difference/chronicle.test.ts';
const JOURNAL_TEST = 'src/difference/journal.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'levels: those above are counted for each item beside others',
      file: 'src/model/depth.ts',
      find: '(siblings !== undefined && siblings.length > 0) || ',
      replace: '',
      why: 'a table of which each row is below the one before holds everybody up',
      test: 'src/apply/apply.test.ts',
      rule: 'MAP-13',
    },
    {
      name: 'difference: what stands elsewhere among its siblings has not moved',
      file: DIFFERENCE,
      find: 'was.order !== item.order',
      replace: 'false',
      why: 'a new order is told of nowhere',
      test: DIFFERENCE_TEST,
      rule: 'MAP-50',
    },
    {
      name: 'difference: links that are gone are none',
      file: DIFFERENCE,
      find: '[...before.links.keys(), ...after.links.keys()]',
      replace: '[...after.links.keys()]',
      why: 'nobody sees that a link was removed',
      test: DIFFERENCE_TEST,
      rule: 'MAP-50',
    },
    {
      name: 'ops between: what is new stays',
      file: OPS_BETWEEN,
      find: '!then.items.has(item.id) && isTop',
      replace: 'false',
      why: 'a map that is restored keeps what came since',
      test: DIFFERENCE_TEST,
      rule: 'MAP-50',
    },
    {
      name: 'by person: what stood below a removed item was removed by nobody',
      file: DIFFERENCE,
      find: 'at !== undefined; at = parentOf(before, at)',
      replace: 'at !== undefined; at = undefined',
      why: 'a branch that one person removed is told as one item',
      test: DIFFERENCE_TEST,
      rule: 'MAP-51',
    },
    {
      name: 'by person: what anybody did is everybody’s',
      file: CHRONICLE,
      find: 'deed.author === author && ',
      replace: '',
      why: 'one is shown the changes of others as those of the person that one chose',
      test: DIFFERENCE_TEST,
      rule: 'MAP-51',
    },
    {
      name: 'authorship: of an earlier moment the last change is told',
      file: CHRONICLE,
      find: 'findLast((deed) => deed.seq <= seq)',
      replace: 'at(-1)',
      why: 'an item of the past is given to who changed it later',
      test: CHRONICLE_TEST,
      rule: 'MAP-52',
    },
    {
      name: 'authorship: the first change of an item made it',
      file: CHRONICLE,
      find: 'this.#lives.set(target, { made: null, changed: [deed] })',
      replace: 'this.#lives.set(target, { made: deed, changed: [] })',
      why: 'who edits an item that was there from the beginning is told to have made it',
      test: CHRONICLE_TEST,
      rule: 'MAP-52',
    },
    {
      name: 'removed: what is back is still told as removed',
      file: CHRONICLE,
      find: 'this.#removed.delete(id)',
      replace: 'void id',
      why: 'a search for what was removed finds what is there',
      test: CHRONICLE_TEST,
      rule: 'MAP-53',
    },
    {
      name: 'removed: the first stands first',
      file: CHRONICLE,
      find: 'b.by.seq - a.by.seq',
      replace: 'b.by.seq + a.by.seq',
      why: 'what was removed just now is looked for at the end',
      test: CHRONICLE_TEST,
      rule: 'MAP-53',
    },
    {
      name: 'patch: an item that stands elsewhere is not taken out of its old place',
      file: PATCH,
      find: 'if (was !== undefined) takeOut(was);',
      replace: '',
      why: 'an item hangs below two others',
      test: JOURNAL_TEST,
      rule: 'MAP-54',
    },
    {
      name: 'patch: what is gone is not told',
      file: PATCH,
      find: 'removed: goneIn(before.items, after.items)',
      replace: 'removed: []',
      why: 'items of another moment stay on the map',
      test: JOURNAL_TEST,
      rule: 'MAP-54',
    },
    {
      name: 'journal: on the way back the later value counts',
      file: JOURNAL,
      find: 'else found.after = isForth ? is : was;',
      replace: 'else found.after = is;',
      why: 'going back shows words that were written later',
      test: JOURNAL_TEST,
      rule: 'MAP-55',
    },
    {
      name: 'journal: comments are forgotten',
      file: JOURNAL,
      find: 'this.#threads.note(touched?.threads ?? []);',
      replace: 'this.#threads.note([]);',
      why: 'a moment of the past has the comments of another one',
      test: JOURNAL_TEST,
      rule: 'MAP-55',
    },
  ],
};
