// Small lies in what all services share, each of which the tests of the rule that it names must notice. `npm run mutants -- service` tells one
// after the other in a scratch copy of this package. `find` stands exactly once in the file. Lies about its controls are among those of `security`.

const refused = { file: 'src/mongo/open-mongo.ts', test: 'src/mongo/mongo.mongo.test.ts', rule: 'SVC-99' } as const;

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'commands: words that do not go together are taken',
      file: 'src/commands/command-program.ts',
      find: 'wrongWords(command.takes, words) ?? command.wrongTogether?.(words) ?? null',
      replace: 'wrongWords(command.takes, words)',
      why: 'a command does half of what it was told, and does not say which',
      test: 'src/commands/command-program.test.ts',
      rule: 'SVC-55',
    },
    {
      name: 'database: one that refuses is called one that cannot be reached',
      find: "if (!(error instanceof MongoServerError)) return { what: 'the database cannot be reached', hint: HINT };",
      replace: "if (!(error instanceof RangeError)) return { what: 'the database cannot be reached', hint: HINT };",
      why: 'an operator looks at the network for a password with a slip of the pen',
      ...refused,
    },
    {
      name: 'database: who may not write there is not told so',
      find: '    13,\n',
      replace: '    -13,\n',
      why: 'an operator reads the name of an error of MongoDB, and not which role is missing',
      ...refused,
    },
    {
      name: 'database: which setting has the password is not said',
      find: 'Check both in BOUGH_MONGODB_URL; a user',
      replace: 'Check both; a user',
      why: 'an operator changes the password of something else',
      ...refused,
    },
  ],
};
