// Small lies in what commands say to an operator; mutants.ts has them among its own.

const LAUNCH = '../../infra/launch';
const words = { test: 'src/backup/plain-words.test.ts', rule: 'GW-284', isInTree: true } as const;

export const commandMutants = [
  {
    name: 'moving: without a new place everything stays, and that ends well',
    file: '../../packages/service/src/moving/moving-words.ts',
    find: '    wrongTogether,\n',
    replace: '',
    why: 'a script that has lost a variable goes on as if all had been moved',
    test: 'src/moving/migrate-storage.test.ts',
    rule: 'GW-576',
    isInTree: true,
  },
  {
    name: 'commands: what several services find wrong is said by each',
    file: `${LAUNCH}/backup.mjs`,
    find: 'if (!said.has(line)) say(line);',
    replace: 'say(line);',
    why: 'an operator reads one mistake three times, and looks for three',
    ...words,
  },
  {
    name: 'commands: one that nobody has ends well',
    file: `${LAUNCH}/bough.mjs`,
    find: 'if (isUnknown) process.exitCode = 2;',
    replace: 'if (isUnknown) process.exitCode = 0;',
    why: 'a script goes on after a backup that was misspelt',
    ...words,
  },
  {
    name: 'commands: any word is the id of a map',
    file: `${LAUNCH}/backup-words.mjs`,
    find: '!/^[\\w-]{22}$/.test(map)',
    replace: "map === ''",
    why: 'a map with a mistyped id is looked for in all backups, and not found',
    ...words,
  },
];
