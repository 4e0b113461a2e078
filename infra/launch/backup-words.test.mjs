import { expect, test } from 'vitest';
import { readBackupWords, TAKES } from './backup-words.mjs';

test.each(Object.entries(TAKES))(
  '[HOUSE-40] `%s` takes what is in its table, and refuses all else with one sentence',
  (name, { flags, values }) => {
    const read = (...words) => readBackupWords(name, words);
    expect(read('/place', ...flags)).toEqual({ target: '/place', options: new Map(flags.map((flag) => [flag, true])) });
    for (const [option, what] of Object.entries(values)) {
      const good = option === '--map' ? 'A'.repeat(22) : '7';
      expect(read('/place', option, good)).toEqual({ target: '/place', options: new Map([[option, good]]) });
      for (const words of [[option], [option, ''], [option, '--yes']]) {
        expect(read('/place', ...words)).toEqual({ wrong: `${option} is followed by ${what}.` });
      }
      expect(read('/place', option, '7', option, '8').wrong).toContain('twice');
    }
    for (const words of [[], ['--yes'], ['']]) expect(read(...words).wrong).toContain('Name first the place');
    const ofOthers = Object.values(TAKES).flatMap((others) => [...others.flags, ...Object.keys(others.values)]);
    for (const word of ofOthers)
      if (!flags.includes(word) && values[word] === undefined)
        expect(read('/place', word, '7')).toEqual({ wrong: `"${word}" means nothing here.` });
    for (const wrong of ['extra', '--frob', '-x', '', '--plan', 'constructor'])
      expect(read('/place', wrong)).toEqual({ wrong: `${JSON.stringify(wrong)} means nothing here.` });
  },
);

test('[HOUSE-40] a number that is none, and two wishes at once, are refused', () => {
  for (const many of ['0', '-1', '1.5', 'all'])
    expect(readBackupWords('backup', ['/place', '--keep', many])).toEqual({
      wrong: '--keep is followed by a whole number from 1.',
    });
  expect(readBackupWords('restore', ['/place', '--map', 'a', '--person', 'b']).wrong).toContain('not both');
  expect(readBackupWords('restore', ['/place', '--map', 'xx']).wrong).toBe('"xx" is not the id of a map.');
});
