import { expect, test } from 'vitest';
import { mutantsInTree, mutate, parseSuite, runFor } from './suite.ts';

const lie = { name: 'n', file: 'src/a.ts', find: 'a < b', replace: 'a <= b', why: 'w' };

test('a lie is told where it fits exactly once', () => {
  expect(mutate('if (a < b) return;', lie)).toEqual({ ok: true, value: 'if (a <= b) return;' });
});

test('a lie that no longer fits the code, or fits twice, is an error', () => {
  expect(mutate('if (b > a) return;', lie)).toMatchObject({ ok: false });
  expect(mutate('a < b, a < b', lie)).toMatchObject({ ok: false });
});

test('a suite is read from a module, and nothing else is', () => {
  expect(parseSuite({ mutants: { run: ['x.ts'], mutants: [lie] } })).toEqual({
    ok: true,
    value: { run: ['x.ts'], mutants: [lie] },
  });
  expect(parseSuite({})).toMatchObject({ ok: false });
  expect(parseSuite({ mutants: { run: 'x.ts', mutants: [lie] } })).toMatchObject({ ok: false });
  expect(parseSuite({ mutants: { run: [], mutants: [{ name: 'n' }] } })).toMatchObject({ ok: false });
});

test('a lie that names a rule is told to the tests of that rule, any other to the whole run', () => {
  const suite = { run: ['run'], mutants: [] };
  expect(runFor(suite, lie)).toEqual(['run']);
  expect(runFor(suite, { ...lie, test: 'src/a.test.ts', rule: 'MAP-7' })).toEqual([
    'run',
    'src/a.test.ts',
    '-t',
    '\\[MAP-7\\]',
  ]);
  expect(parseSuite({ mutants: { run: [], mutants: [{ ...lie, rule: 7 }] } })).toMatchObject({ ok: false });
});

test('a lie in a copy of the whole project names its test and its rule, and its files from the top', () => {
  const inTree = { ...lie, test: 'src/a.test.ts', rule: 'MAP-7', isInTree: true };
  const suite = parseSuite({ mutants: { run: [], mutants: [lie, inTree] } });
  expect(suite.ok && mutantsInTree('apps/x', suite.value)).toMatchObject([
    { name: 'n', file: 'apps/x/src/a.ts', test: 'apps/x/src/a.test.ts', rule: 'MAP-7' },
  ]);
  expect(parseSuite({ mutants: { run: [], mutants: [{ ...lie, isInTree: true }] } })).toMatchObject({ ok: false });
});
