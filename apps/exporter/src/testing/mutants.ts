// Small lies in how maps become files, each of which the tests of the rule that it names must notice. `npm run mutants -- exporter` tells one
// after the other in a scratch copy of this app. `find` stands exactly once in the file.

const UNFOLD = 'src/drawing/unfold.ts';
const RENDER = 'src/drawing/render.ts';
const REPORT_TEST = 'src/report.test.ts';
const UNFOLD_TEST = 'src/drawing/unfold.test.ts';

const RENDERER = 'src/making/renderer.ts';
const RENDERER_TEST = 'src/making/renderer.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'giving way: what draws has a low priority and nothing else',
      file: 'src/making/give-way.ts',
      find: 'return isIdleGranted ? IDLE : [];',
      replace: 'return [];',
      why: 'somebody who edits waits some milliseconds for each process that a change goes through',
      test: RENDERER_TEST,
      rule: 'EXP-16',
    },
    {
      name: 'giving way: nobody looks whether what draws is given anything',
      file: RENDERER,
      find: '    this.#look(place, one);\n  }',
      replace: '  }',
      why: 'on a machine that never rests no file is made',
      test: RENDERER_TEST,
      rule: 'EXP-26',
    },
    {
      name: 'giving way: the process that begins anew gives way as far as the one before',
      file: RENDERER,
      find: 'place.insistsUntilMs = clock.monotonic() + INSISTING_MS;',
      replace: '',
      why: 'the file is begun again and again',
      test: RENDERER_TEST,
      rule: 'EXP-26',
    },
    {
      name: 'branch: one that is not there is the whole map',
      file: RENDER,
      find: "if (typeof job.branch === 'string' && (branch === null || !map.value.items.has(branch))) return err(NO_BRANCH);",
      replace: '',
      why: 'somebody who asked for a branch sends away all of the map',
      test: REPORT_TEST,
      rule: 'EXP-21',
    },
    {
      name: 'report: items of folded branches are not told',
      file: 'src/drawing/report.ts',
      find: "reporter.note('lost', 'Items of folded branches are not drawn.', text);",
      replace: '',
      why: 'a picture lacks what nobody said that it lacks',
      test: REPORT_TEST,
      rule: 'EXP-20',
    },
    {
      name: 'unfold: only the first folded branch is opened',
      file: UNFOLD,
      find: 'if (isFolded) ops.push',
      replace: 'if (isFolded && ops.length === 0) ops.push',
      why: 'what lies in a folded branch of a folded branch stands on top of others',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'unfold: what is open is folded',
      file: UNFOLD,
      find: 'fields: { isFolded: false } }',
      replace: 'fields: { isFolded: true } }',
      why: 'nothing but the root has a place',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'Visio: the map is drawn as it is folded',
      file: RENDER,
      find: "  if (format === 'vsdx') unfold(map);\n",
      replace: '',
      why: 'items that are folded away lie over each other in a corner',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
    {
      name: 'Visio: items do not stand where the screen has them',
      file: RENDER,
      find: "(format === 'vsdx' || hasFurtherRoots)",
      replace: 'hasFurtherRoots',
      why: 'the drawing is a list',
      test: UNFOLD_TEST,
      rule: 'EXP-17',
    },
  ],
};
