// Small lies in what docstore takes, each of which the tests of the rule that it names must notice. `npm run mutants -- docstore` tells one
// after the other in a scratch copy of this app. `find` stands exactly once in the file.

const DOCUMENT = 'src/documents/document.ts';
const REBASE_TEST = 'src/changes/rebase.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'grown: a change that has grown is kept',
      file: DOCUMENT,
      find: 'ops !== change.ops && areTooLarge(ops)',
      replace: 'false',
      why: 'the log has a line that nobody can read again, and the map never opens',
      test: REBASE_TEST,
      rule: 'DOC-255',
    },
    {
      name: 'grown: its counter is not spent',
      file: DOCUMENT,
      find: '      spend(this.#log, writer, counter);\n',
      replace: '',
      why: 'the page sends it again and again',
      test: REBASE_TEST,
      rule: 'DOC-255',
    },
  ],
};
